"""Random stencils.

To make the generator know a new kind of parameter, add a row to SCALARS; a new element type, a row to ELEMENTS in
fuzz_expressions.py and a place in fuzz_programs.element_types; a new statement, a method of fuzz_statements.Body.
"""
# SPDX-License-Identifier: MIT
import dataclasses

from fuzz_expressions import FieldName, Scope
from fuzz_statements import Body


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A kind of parameter that is no field: its declaration, how a body uses it, and what an apply passes for it.

    In all of them {real} is the kernel's floating-point type, {dims} its number of axes.
    """

    declaration: str
    name: str
    uses: tuple  # expressions
    scope: str  # the list of Scope that the expressions join
    arguments: tuple  # expressions in the parameters of the step; empty: apply passes nothing for it
    smooth: bool  # whether a smooth body may have it


SCALARS = {
    "real": Scalar("{real} k", "k", ("k",), "reals",
                   ("k", "k * 0.5", "{real}(0.75) - k", "0.125", "local", "n > 1 ? k : -k"), True),
    "table": Scalar("const std::array<{real}, 3>& tab", "tab", ("tab[0]", "tab[1]", "tab[2]"), "reals", ("table",), True),
    "int": Scalar("int n", "n", ("n",), "ints", ("n", "n * 3 % 7", "5", "int(k * 10) / n"), False),
    "flag": Scalar("bool on", "on", ("on",), "flags", ("true", "n > 1", "k < 0", "n == 2 && k > 0"), False),
}


@dataclasses.dataclass(frozen=True)
class Parameter:
    """What an apply needs to know of a parameter: "out", "in" or a key of SCALARS, and the element type of a field."""

    kind: str
    name: str
    type: str = ""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A stencil: its text, and its name as apply wants it."""

    text: str
    name: str
    parameters: tuple


def declaration(parameter, dims, real):
    if parameter.kind in SCALARS:
        return SCALARS[parameter.kind].declaration.format(real=real, dims=dims)
    return f"brick::{parameter.kind}<{parameter.type}, {dims}> {parameter.name}"


def fields(random, types):
    """Outputs and inputs of a kernel. One input at least holds the kernel's own type, the first."""
    outputs = [FieldName(name, random.choice(types)) for name in ["o0", "o1"][:random.choice([1, 1, 1, 2])]]
    inputs = [FieldName(name, random.choice(types)) for name in ["f1", "f2"][:random.randint(0, 2)]]
    return outputs, [FieldName("f0", types[0]), *inputs]


def scalars(random, smooth, scope, real, dims):
    """Parameters that are no fields; what they are good for joins the scope."""
    chosen = []
    for kind, scalar in SCALARS.items():
        if random.random() < 0.4 and (scalar.smooth or not smooth):
            chosen.append(Parameter(kind, scalar.name))
            getattr(scope, scalar.scope).append(random.choice(scalar.uses).format(real=real, dims=dims))
    return chosen


def extents(random, dims):
    """How far a kernel reads back and forth along each axis: little, but perhaps far along one."""
    deep = random.randrange(dims) if random.random() < 0.3 else -1
    return ([random.choice([1, 1, 0, 2]) if axis != deep else random.randint(2, 4) for axis in range(dims)]
            for _ in range(2))


def kernel(random, number, dims, types, smooth):
    """A random stencil named k<number> for fields of these element types, perhaps a template or in a namespace.

    It computes in the first of the types.
    """
    real, scope = types[0], Scope()
    outputs, inputs = fields(random, types)
    low, high = extents(random, dims)
    extra = scalars(random, smooth, scope, real, dims)
    is_template = random.random() < 0.25
    if is_template:
        (scope.reals if smooth else scope.ints).append(f"{real}(N)" if smooth else "N")
    body = Body(random, dims, real, smooth, inputs, low, high).write(scope, outputs, random.randint(1, 6))
    parameters = [Parameter("out", field.name, field.type) for field in outputs]
    parameters += [Parameter("in", field.name, field.type) for field in inputs] + extra
    random.shuffle(parameters)
    signature = ", ".join(declaration(parameter, dims, real) for parameter in parameters)
    name = f"k{number}"
    text = f"{'template <int N> ' if is_template else ''}[[brick::stencil]]\nvoid {name}({signature}) {{\n{body}\n}}\n"
    space = random.choice(["", "", "app", "app::inner"])
    if space:
        text = f"namespace {space} {{\n{text}}} // namespace {space}\n"
    full = (space + "::" if space else "") + name + ("<2>" if is_template else "")
    return Kernel(text, full, tuple(parameters))
