"""Random whole programs: many cases in one file, each a step of several stencils on a grid of its own.

    program FILE [CASE]     runs all cases, or one; FILE receives every field of each, one case after the other
"""
# SPDX-License-Identifier: MIT
import dataclasses
import math

import fuzz_calls
from fuzz_boundaries import boundary, inlet
from fuzz_expressions import ALONG, PRELUDE
from fuzz_kernels import kernel, reduction
from fuzz_steps import Stage, Step
from fuzz_types import ELEMENTS, FieldName

FIELDS = 5
DOMAINS = {1: (40, 400), 2: (14, 90), 3: (12, 40)}  # 3 parts of an axis are at least as deep as any halo
WHOLE = {1: [(256,)], 2: [(32, 64), (48, 32)], 3: [(16, 16, 32), (24, 8, 16)]}  # whole bricks of the usual shapes

SHARED = """\
template <class T, int D> T wave(const brick::point<D>& p, int number) {
  double phase = number;
  for (int axis = 0; axis < D; ++axis) phase += (0.37 + 0.11 * axis * number) * double(p[axis]);
  return T((std::is_integral_v<T> ? 9 : 1) * (std::sin(phase) - 0.25));
}
template <int D> double outer_wave(const brick::point<D>& p) { return wave<double>(p, 6); }
template <class T, int D> void start(brick::field<T, D>& field, int number) {
  field.fill([&](const brick::point<D>& p) { return wave<T>(p, number); });
}
template <class T, int D> void start_ghosts(brick::field<T, D>& field) {
  field.fill_ghosts([&](const brick::point<D>& p) { return wave<T>(p, 8); });
}
template <class T, int D> void dump(brick::runtime& runtime, std::ostream& file, brick::field<T, D>& field) {
  const auto values = field.gather(0);
  if (runtime.rank() == 0) file.write(reinterpret_cast<const char*>(values.data()), sizeof(values[0]) * values.size());
}
void dump(brick::runtime& runtime, std::ostream& file, std::initializer_list<double> values) {
  if (runtime.rank() == 0) file.write(reinterpret_cast<const char*>(values.begin()), sizeof(double) * values.size());
}
"""

TRIAL = """\
void trial(brick::runtime& runtime, std::ostream& file) {{
  auto grid = brick::grid_for<advance>(runtime, {{.cells = {{{cells}}}, .boundary = {boundary}, .halo = {{{halo}}}}});
  {declarations}
  {starts}
  const {real} k = {real}(0.3), local = {real}(0.1);
  const int n = 2;
  const bool on = {on};
  const std::array<{real}, 3> table{{0.5, -0.25, 1.5}};
  const brick::box<{dims}> inside{{{{{low}}}, {{{high}}}}};
  {run}
  dump(runtime, file, {{1, {results}}});
  {dumps}
}}
"""

MAIN = """\
int main(int argc, char** argv) {{
  brick::runtime runtime(argc, argv);
  const std::pair<std::string, void (*)(brick::runtime&, std::ostream&)> trials[] = {{
      {table}}};
  std::ofstream file;
  if (runtime.rank() == 0) file.open(argv[1], std::ios::binary);
  for (const auto& [name, trial] : trials) {{
    if (argc > 2 && name != argv[2]) continue;
    if (runtime.rank() == 0) std::cout << name << std::endl;
    trial(runtime, file);
  }}
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


@dataclasses.dataclass(frozen=True)
class Program:
    """The text of a program and the cases in it."""

    text: str
    cases: tuple


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


def stage_of(random, dims, types, smooth, reduces, cells, ghosts):
    """The kernels of a case: few, since they are what takes time to compile."""
    kernels = [kernel(random, f"k{number}", dims, types, smooth) for number in range(random.randint(1, 3))]
    count = random.choice([0, 1, 1, 2]) if reduces else 0
    reductions = [reduction(random, f"r{number}", dims, types, smooth) for number in range(count)]
    inlets = [inlet(random, f"b_{side[1]}_{side[0]}_{at}", type_, side, cells) for at, type_ in enumerate(types)
              for side in sorted({each for sides in ghosts.values() for each in sides}) if random.random() < 0.5]
    return Stage(kernels, reductions, random.sample(inlets, min(2, len(inlets))), ghosts, cells, types[0], smooth)


def step_text(random, stage, fields):
    """The step `advance` with its helpers, and the statement that runs it."""
    plain = random.random() < 0.3
    step, dims, real = Step(random, stage, plain), len(stage.cells), stage.real
    body = step.write(fields, random.randint(0, 5))
    last = {field.type: field.name for field in fields}  # never written
    const = {name: random.choice(["", "const "]) for name in last.values()}
    parameters = [f"{const.get(field.name, '')}brick::field<{field.type}, {dims}>& {field.name}" for field in fields]
    parameters += [f"{real} k", "int n", f"const std::array<{real}, 3>& table"]
    passed = ["k", "n", "table"]
    if not plain:
        parameters += ["bool on", f"const brick::box<{dims}>& inside"]
        passed += ["on", "inside"]
    text = (f"{''.join(step.helpers)}[[brick::step]]\nvoid advance({', '.join(parameters)}) {{\n"
            f"  {real} local = k * k + {real}(0.5) * n;\n{body}\n}}\n")
    names = ", ".join([*(field.name for field in fields), *passed])
    run = f"brick::run<advance>(2, {names});"
    if not stage.smooth and stage.reductions and random.random() < 0.3:
        run = f"brick::run_until<advance>(1, [&] {{ return {result_text(random, stage, fields)} > 0; }}, 3, {names});"
    return text, run


def result_text(random, stage, fields):
    """A reduction in the program itself."""
    chosen = random.choice(stage.reductions)
    texts = fuzz_calls.arguments(random, chosen, fuzz_calls.bind(random, chosen, fields), stage.real)
    where = random.choice([[], [], ["brick::on(inside)"]])
    return fuzz_calls.reduction(random, chosen, (where, texts), math.prod(stage.cells), stage.real)


def case(random, name, dims, smooth, reduces):
    """A random case."""
    types = element_types(random, smooth)
    # Of each type enough for two outputs, and one that is only read.
    fields = tuple(FieldName(f"u{number}", type_) for number, type_ in enumerate(
        (types * FIELDS)[:max(FIELDS, 3 * len(types))]))
    cells, grid = domain(random, dims), boundary(random, dims, [axis for axis in range(dims) if random.random() < 0.4])
    declarations, starts, ghosts = field_texts(random, fields, dims, grid)
    stage = stage_of(random, dims, types, smooth, reduces, cells, ghosts)
    step, run = step_text(random, stage, fields)
    reach = [max(axis) for axis in zip(*(each.reach for each in stage.kernels + stage.reductions))]
    results = [f"double({result_text(random, stage, fields)})" for _ in stage.reductions if random.random() < 0.6]
    low = [random.randint(0, extent // 2) for extent in cells]
    trial = TRIAL.format(
        dims=dims, cells=", ".join(map(str, cells)), boundary=grid.text,
        # grid_for knows what the step needs; not what boundary kernels, and reductions outside, read.
        halo=", ".join(str(max(each, 1)) for each in reach) if stage.inlets or results or "reduce" in run else "",
        declarations="\n  ".join(declarations), starts="\n  ".join(starts), real=types[0],
        on=random.choice(["true", "false"]), low=", ".join(map(str, low)),
        high=", ".join(str(random.randint(max(5, least + 2), extent)) for least, extent in zip(low, cells)),
        run=run, results=", ".join(["0", *results]),
        dumps="\n  ".join(f"dump(runtime, file, {each.name});" for each in fields))
    along = ALONG % ", ".join(["0"] * (dims - 1) + ["i"])
    kernels = (each.text for each in stage.kernels + stage.reductions + stage.inlets)
    text = "\n".join([f"namespace {name} {{", along, *kernels, step, trial + f"}} // namespace {name}"])
    values = [(FieldName("results of reductions", "double"), 2 + len(results))]
    values += [(field, math.prod(cells)) for field in fields]
    return Case(name, dims, tuple(values), smooth, bool(stage.reductions), text)


def assemble(cases):
    """The program that runs these cases."""
    includes = "".join(f"#include <{name}>\n" for name in ("algorithm", "array", "cmath", "cstdint", "fstream",
                                                           "iostream", "string", "utility", "brick/brick.hpp"))
    table = ",\n      ".join(f'{{"{each.name}", {each.name}::trial}}' for each in cases)
    shared = includes + PRELUDE + fuzz_calls.OPERATIONS + SHARED
    return Program("\n".join([shared, *(each.text for each in cases), MAIN.format(table=table)]), tuple(cases))


def program(random, count):
    """A random program of `count` cases, all of them smooth or any."""
    all_smooth, reduces = random.random() < 0.3, random.random() < 0.8
    dims = random.choice([(1, 2), (1, 3), (2, 3), (2, 3)])  # not all: every one makes more to compile
    return assemble([case(random, f"case_{number}", random.choice(dims), all_smooth or random.random() < 0.1, reduces)
                     for number in range(count)])
