"""Random stencils: those that write fields, and those that return a value to be reduced.

To make the generator know a new kind of parameter, add a row to SCALARS; a new element type, a row to RESULTS or
WRAPPING in fuzz_types.py; a new statement, a method of fuzz_statements.Statements.
"""
# SPDX-License-Identifier: MIT
import dataclasses

from fuzz_bodies import Body
from fuzz_reals import Real
from fuzz_types import RESULTS, FieldName, Scope


@dataclasses.dataclass(frozen=True)
class Scalar:
    """A kind of parameter that is no field: its declaration, what a body uses of it, and what a call passes for it.

    In all of them {real} is the kernel's floating-point type, {dims} its number of axes, {last} the last of these.
    """

    declaration: str
    name: str
    uses: tuple  # (list of Scope, expression that joins it)
    arguments: tuple  # expressions in the parameters of the step; empty: a call passes nothing for it
    smooth: bool  # whether a smooth body may have it


SCALARS = {
    "real": Scalar("{real} k", "k", (("reals", "k"),),
                   ("k", "k * 0.5", "{real}(0.75) - k", "0.125", "local", "n > 1 ? k : -k"), True),
    "double": Scalar("double wide", "wide", (("reals", "{real}(wide)"),), ("k", "0.1", "local / 3", "n * 0.25"), True),
    "table": Scalar("const std::array<{real}, 3>& tab", "tab", tuple(("reals", f"tab[{at}]") for at in range(3)),
                    ("table",), True),
    "point": Scalar("{const}brick::point<{dims}>{ref} cell", "cell", (
        ("reals", "{real}(cell[0] % 7) / 7"), ("ints", "int(cell[{last}] % 31)"), ("longs", "cell[0] * 1000"),
        ("longs", "cell[{last}]"), ("flags", "(cell[{last}] % 3 == 0)"), ("flags", "(cell[0] < 9)"),
        ("flags", "(parity(cell) != 0)")), (), True),
    "int": Scalar("int n", "n", (("ints", "n"),), ("n", "n * 3 % 7", "5", "int(k * 10) / n"), False),
    "long": Scalar("std::int64_t far", "far", (("longs", "far"),),
                   ("n", "std::int64_t(n) << 20", "12345678901"), False),
    "unsigned": Scalar("unsigned seed", "seed", (("unsigneds", "seed"),),
                       ("2654435769u", "7u - unsigned(n)", "unsigned(n) << 29 | 5u", "n"), False),
    "word": Scalar("std::uint64_t word", "word", (("unsigneds", "word"),),
                   ("0xdeadbeefcafebabeu", "-std::uint64_t(n)", "n * 0x123456789abcdefull"), False),
    "small": Scalar("short few", "few", (("ints", "(few % 31)"),), ("n", "static_cast<short>(n * 9999)"), False),
    "byte": Scalar("std::uint8_t octet", "octet", (("unsigneds", "octet"),), ("255", "static_cast<std::uint8_t>(n * 77)"),
                   False),
    "flag": Scalar("bool on", "on", (("flags", "on"),), ("true", "n > 1", "k < 0", "n == 2 && k > 0"), False),
}
FIELD_KINDS = ("out", "inout", "in")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """What a call needs to know of a parameter: one of FIELD_KINDS or a key of SCALARS, and a field's element type."""

    kind: str
    name: str
    type: str = ""


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A stencil: its text, its name as a call wants it, how far it reads, and the type of its result if it has one."""

    text: str
    name: str
    parameters: tuple
    reach: tuple  # cells along each axis
    result: str = ""


def declaration(random, parameter, dims, real):
    if parameter.kind in SCALARS:
        const, ref = random.choice([("", ""), ("const ", "&")])
        return SCALARS[parameter.kind].declaration.format(real=real, dims=dims, const=const, ref=ref)
    return f"brick::{parameter.kind}<{parameter.type}, {dims}> {parameter.name}"


def inputs(random, types):
    """One at least holds the kernel's own type, the first."""
    more = [FieldName(name, random.choice(types)) for name in ["f1", "f2"][:random.randint(0, 2)]]
    return [FieldName("f0", types[0]), *more]


def outputs(random, types):
    kinds = random.choice([["out"], ["out"], ["out", "out"], ["inout"], ["out", "inout"]])
    return [Parameter(kind, f"o{number}", random.choice(types)) for number, kind in enumerate(kinds)]


def scalars(random, smooth, scope, real, dims):
    """Parameters that are no fields; what they are good for joins the scope."""
    chosen = []
    for kind, scalar in SCALARS.items():
        if random.random() < 0.3 and (scalar.smooth or not smooth):
            chosen.append(Parameter(kind, scalar.name))
            for name, use in random.sample(scalar.uses, min(2, len(scalar.uses))):
                text = use.format(real=real, dims=dims, last=dims - 1)
                getattr(scope, name).append(Real(text) if name == "reals" else text)
    return chosen


def extents(random, dims):
    """How far a kernel reads back and forth along each axis: not at all, or little, but perhaps far along one."""
    if random.random() < 0.3:
        return ([0] * dims for _ in range(2))
    deep = random.randrange(dims) if random.random() < 0.3 else -1
    return ([random.choice([1, 1, 0, 2]) if axis != deep else random.randint(2, 4) for axis in range(dims)]
            for _ in range(2))


def kernel(random, name, dims, types, smooth, result=""):
    """A random stencil for fields of these element types, perhaps a template or in a namespace.

    It computes in the first of the types. With a `result`, a type, it returns one instead of writing fields.
    """
    real, scope = types[0], Scope()
    read, written = inputs(random, types), [] if result else outputs(random, types)
    low, high = extents(random, dims)
    extra = scalars(random, smooth, scope, real, dims)
    is_template = random.random() < 0.25
    if is_template:
        if smooth:
            scope.reals.append(Real(f"{real}(N)"))
        else:
            scope.ints.append("N")
    body = Body(random, dims, real, smooth, read, low, high)
    if result:
        text = body.write_result(scope, result, random.randint(0, 3))
    else:
        text = body.write(scope, written, random.randint(1, 5))
    parameters = written + [Parameter("in", field.name, field.type) for field in read] + extra
    random.shuffle(parameters)
    signature = ", ".join(declaration(random, parameter, dims, real) for parameter in parameters)
    text = (f"{'template <int N> ' if is_template else ''}[[brick::stencil]]\n"
            f"{result or 'void'} {name}({signature}) {{\n{text}\n}}\n")
    space = random.choice(["", "", "app", "app::inner"])
    if space:
        text = f"namespace {space} {{\n{text}}} // namespace {space}\n"
    full = (space + "::" if space else "") + name + ("<2>" if is_template else "")
    return Kernel(text, full, tuple(parameters), tuple(map(max, low, high)), result)


def reduction(random, name, dims, types, smooth):
    """A random stencil that returns a value of any type that it may, a smooth one of its own."""
    return kernel(random, name, dims, types, smooth, types[0] if smooth else random.choice([types[0], *RESULTS]))
