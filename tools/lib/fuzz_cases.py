"""Random cases: a step with its stencils, on a grid and fields of its own."""
# SPDX-License-Identifier: MIT
import dataclasses
import math

import fuzz_calls
from fuzz_boundaries import boundary, inlet
from fuzz_expressions import ALONG
from fuzz_kernels import kernel, reduction
from fuzz_steps import Parts, Step
from fuzz_types import ELEMENTS, FieldName

FIELDS = 5
DOMAINS = {1: (40, 400), 2: (14, 90), 3: (12, 40)}  # 3 parts of an axis are at least as deep as any halo
WHOLE = {1: [(256,)], 2: [(32, 64), (48, 32)], 3: [(16, 16, 32), (24, 8, 16)]}  # whole bricks of the usual shapes

TRIAL = """\
void trial(brick::runtime& runtime, std::ostream& file) {{
  auto grid = brick::grid_for<advance>(runtime, {{.cells = {{{cells}}}, .boundary = {boundary}, .halo = {{{halo}}}}});
  {declarations}
  {starts}
  const {real} k = {real}(0.3), local = {real}(0.1);
  const int n = 2;
  [[maybe_unused]] {real} held = {real}(0.2);
  [[maybe_unused]] int count = 1;
  const bool on = {on};
  const std::array<{real}, 3> table{{0.5, -0.25, 1.5}};
  const brick::box<{dims}> inside{{{{{low}}}, {{{high}}}}};
  {run}
  dump(runtime, file, {{1, double(held), double(count), {results}}});
  {dumps}
}}
"""


@dataclasses.dataclass(frozen=True)
class Case:
    """One step with its stencils: its text, and what its tester must know of it."""

    name: str
    dims: int
    results: tuple  # (FieldName, how many values) in the order of the dump
    smooth: bool  # may be compiled with other rounding
    reduces: bool
    text: str


def element_types(random, smooth):
    """The element types of a case's fields; its stencils compute in the first, which is a floating-point type."""
    real = random.choice(["double", "double", "float"])
    others = [type_ for type_ in ELEMENTS if type_ != real and not (smooth and ELEMENTS[type_].exact)]
    return [real, *random.sample(others, random.choice([0, 0, 1, 1, 2]) if not smooth else random.choice([0, 0, 1]))]


def domain(random, dims):
    """Uneven extents, or whole bricks."""
    low, high = DOMAINS[dims]
    uneven = tuple(random.randint(low, high) for _ in range(dims))
    return random.choice([uneven, uneven, random.choice(WHOLE[dims])])


def field_texts(random, fields, dims, grid):
    """Declarations and initial values of the fields, and the ghost sides of each by name, "" being the grid's."""
    declarations, starts, ghosts = [], [], {"": grid.ghosts}
    for number, each in enumerate(fields, 1):
        own = boundary(random, dims, grid.periodic) if random.random() < 0.15 else None
        ghosts[each.name] = (own or grid).ghosts
        options = f", {{.boundary = {own.text}}}" if own else ""
        declarations.append(f'brick::field<{each.type}, {dims}> {each.name}(grid, "{each.name}"{options});')
        starts.append(f"start({each.name}, {number});")
        if ghosts[each.name] and random.random() < 0.7:
            starts.append(f"start_ghosts({each.name});")
    return declarations, starts, ghosts


def parts_of(random, dims, types, smooth, reduces, cells, ghosts):
    """The kernels of a case: few, since they are what takes time to compile."""
    kernels = [kernel(random, f"k{number}", dims, types, smooth) for number in range(random.randint(1, 3))]
    count = random.choice([0, 1, 1, 2]) if reduces else 0
    reductions = [reduction(random, f"r{number}", dims, types, smooth) for number in range(count)]
    inlets = [inlet(random, f"b_{side[1]}_{side[0]}_{at}", type_, side, cells) for at, type_ in enumerate(types)
              for side in sorted({each for sides in ghosts.values() for each in sides}) if random.random() < 0.5]
    return Parts(kernels, reductions, random.sample(inlets, min(2, len(inlets))), ghosts, cells, types[0], smooth)


def step_text(random, parts, fields):
    """The step `advance` with its helpers, and the statement that runs it."""
    plain = random.random() < 0.3
    step, dims, real = Step(random, parts, plain), len(parts.cells), parts.real
    body = step.write(fields, random.randint(0, 5))
    last = {field.type: field.name for field in fields}  # never written
    const = {name: random.choice(["", "const "]) for name in last.values()}
    parameters = [f"{const.get(field.name, '')}brick::field<{field.type}, {dims}>& {field.name}" for field in fields]
    parameters += [f"{real} k", "int n", f"const std::array<{real}, 3>& table"]
    passed = ["k", "n", "table"]
    if not plain:
        parameters += ["bool on", f"const brick::box<{dims}>& inside", f"{real}& held", "int& count"]
        passed += ["on", "inside", "held", "count"]
    text = (f"{''.join(step.helpers)}[[brick::step]]\nvoid advance({', '.join(parameters)}) {{\n"
            f"  {real} local = k * k + {real}(0.5) * n;\n{body}\n}}\n")
    names = ", ".join([*(field.name for field in fields), *passed])
    run = f"brick::run<advance>(2, {names});"
    if not parts.smooth and parts.reductions and random.random() < 0.3:
        run = f"brick::run_until<advance>(1, [&] {{ return {result_text(random, parts, fields)} > 0; }}, 3, {names});"
    return text, run


def result_text(random, parts, fields):
    """A reduction in the program itself."""
    chosen = random.choice(parts.reductions)
    texts = fuzz_calls.arguments(random, chosen, fuzz_calls.bind(random, chosen, fields), parts.real)
    where = random.choice([[], [], ["brick::on(inside)"]])
    return fuzz_calls.reduction(random, chosen, (where, texts), math.prod(parts.cells), parts.real)


def trial_text(random, grid, parts, declarations, starts, run, fields):
    """The function that makes the fields, runs the step, and writes what it has computed; and how many numbers are
    results of reductions.
    """
    cells = parts.cells
    # grid_for knows what the step needs; not what boundary kernels, and reductions outside, read.
    reach = [max(axis) for axis in zip(*(each.reach for each in parts.kernels + parts.reductions))]
    results = [f"double({result_text(random, parts, fields)})" for _ in parts.reductions if random.random() < 0.6]
    needs_halo = parts.inlets or results or "reduce" in run
    low = [random.randint(0, extent // 2) for extent in cells]
    on = random.choice(["true", "false"])
    high = [random.randint(max(5, least + 2), extent) for least, extent in zip(low, cells)]
    text = TRIAL.format(
        dims=len(cells), cells=numbers(cells), boundary=grid.text, real=parts.real, on=on, run=run,
        halo=numbers(max(each, 1) for each in reach) if needs_halo else "", low=numbers(low), high=numbers(high),
        declarations="\n  ".join(declarations), starts="\n  ".join(starts), results=", ".join(["0", *results]),
        dumps="\n  ".join(f"dump(runtime, file, {each.name});" for each in fields))
    return text, 4 + len(results)


def numbers(values):
    return ", ".join(map(str, values))


def case(random, name, dims, smooth, reduces):
    """A random case."""
    types = element_types(random, smooth)
    # Of each type enough for two outputs, and one that is only read.
    fields = tuple(FieldName(f"u{number}", type_) for number, type_ in enumerate(
        (types * FIELDS)[:max(FIELDS, 3 * len(types))]))
    cells, grid = domain(random, dims), boundary(random, dims, [axis for axis in range(dims) if random.random() < 0.4])
    declarations, starts, ghosts = field_texts(random, fields, dims, grid)
    parts = parts_of(random, dims, types, smooth, reduces, cells, ghosts)
    step, run = step_text(random, parts, fields)
    trial, count = trial_text(random, grid, parts, declarations, starts, run, fields)
    along = ALONG % ", ".join(["0"] * (dims - 1) + ["i"])
    kernels = (each.text for each in parts.kernels + parts.reductions + parts.inlets)
    text = "\n".join([f"namespace {name} {{", along, *kernels, step, trial + f"}} // namespace {name}"])
    results = [(FieldName("results of reductions", "double"), count), *((field, math.prod(cells)) for field in fields)]
    return Case(name, dims, tuple(results), smooth, bool(parts.reductions), text)
