"""Random whole programs: many cases in one file, each a step of several stencils on a grid of its own.

    program FILE [CASE]     runs all cases, or one; FILE receives every field of each, one case after the other
"""
# SPDX-License-Identifier: MIT
import dataclasses

from fuzz_expressions import ALONG, ELEMENTS, PRELUDE, FieldName
from fuzz_kernels import SCALARS, kernel

FIELDS = 5
DOMAINS = {1: (40, 400), 2: (14, 90), 3: (12, 40)}  # 3 parts of an axis are at least as deep as any halo
WHOLE = {1: [(256,)], 2: [(32, 64), (48, 32)], 3: [(16, 16, 32), (24, 8, 16)]}  # whole bricks of the usual shapes

SHARED = """\
template <int D> brick::grid_options<D> domain(std::array<int, D> cells, const char* boundary) {
  brick::grid_options<D> options;
  std::array<brick::boundary_sides, D> sides;
  for (int axis = 0; axis < D; ++axis) {
    options.cells[axis] = cells[axis];
    sides[axis] = boundary[axis] == 'p' ? brick::boundary_sides(brick::periodic)
                                        : brick::boundary_sides(brick::dirichlet(0.25), brick::dirichlet(-0.5));
  }
  options.boundary = brick::boundaries<D>(sides);
  return options;
}
template <class T, int D> void start(brick::field<T, D>& field, int number) {
  field.fill([&](brick::point<D> p) {
    double phase = number;
    for (int axis = 0; axis < D; ++axis) phase += (0.37 + 0.11 * axis * number) * double(p[axis]);
    return T((std::is_integral_v<T> ? 9 : 1) * (std::sin(phase) - 0.25));
  });
}
template <class T, int D> void dump(brick::runtime& runtime, std::ostream& file, brick::field<T, D>& field) {
  const auto values = field.gather(0);
  if (runtime.rank() == 0) file.write(reinterpret_cast<const char*>(values.data()), sizeof(values[0]) * values.size());
}
"""

TRIAL = """\
void trial(brick::runtime& runtime, std::ostream& file) {{
  auto grid = brick::grid_for<advance>(runtime, domain<{dims}>({{{cells}}}, "{boundary}"));
  {declarations}
  {starts}
  brick::run<advance>(2, {arguments});
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
    fields: tuple
    cells: tuple
    smooth: bool  # may be compiled with other rounding
    text: str


@dataclasses.dataclass(frozen=True)
class Program:
    """The text of a program and the cases in it."""

    text: str
    cases: tuple


def element_types(random):
    """The element types of a case's fields; its stencils compute in the first, which is a floating-point type."""
    return [random.choice(["double", "double", "float"])]


def apply_text(random, kernel, fields, real):
    """An apply of a kernel to different fields; the last field of each type is never written."""
    free = {type_: [field for field in fields if field.type == type_] for type_ in {field.type for field in fields}}
    constant = {type_: names.pop() for type_, names in free.items()}
    for names in free.values():
        random.shuffle(names)
    outputs = {each.name: free[each.type].pop() for each in kernel.parameters if each.kind == "out"}
    arguments = []
    for each in kernel.parameters:
        if each.kind == "out":
            arguments.append(outputs[each.name].name)
        elif each.kind == "in":
            arguments.append(random.choice([*free[each.type], constant[each.type]]).name)
        elif SCALARS[each.kind].arguments:
            arguments.append(random.choice(SCALARS[each.kind].arguments).format(real=real))
    return f"brick::apply<{kernel.name}>({', '.join(arguments)});"


def swap_text(random, fields):
    """A swap of two fields of one type that may be written, or nothing."""
    type_ = random.choice(fields).type
    same = [field.name for field in fields if field.type == type_][:-1]
    if len(same) < 2:
        return []
    a, b = random.sample(same, 2)
    return [random.choice([f"swap({a}, {b});", f"{a}.swap({b});", f"brick::swap({a}, {b});"])]


def step_text(random, kernels, fields, dims, real):
    """The step `advance`, and the arguments that `run` passes to it behind the fields."""
    stages = []
    for chosen in kernels + random.sample(kernels, 1):
        stages.append(apply_text(random, chosen, fields, real))
        if random.random() < 0.5:
            stages += swap_text(random, fields)
    parameters = [f"brick::field<{field.type}, {dims}>& {field.name}" for field in fields] + [f"{real} k", "int n"]
    arguments = [f"{real}(0.3)", "2"]
    if any(each.kind == "table" for kernel in kernels for each in kernel.parameters):
        parameters.append(f"const std::array<{real}, 3>& table")
        arguments.append(f"std::array<{real}, 3>{{0.5, -0.25, 1.5}}")
    text = (f"[[brick::step]]\nvoid advance({', '.join(parameters)}) {{\n"
            f"  const {real} local = k * k + {real}(0.5) * n;\n  " + "\n  ".join(stages) + "\n}\n")
    return text, arguments


def domain(random, dims):
    """Cells and boundary: uneven extents, or whole bricks."""
    low, high = DOMAINS[dims]
    uneven = tuple(random.randint(low, high) for _ in range(dims))
    return random.choice([uneven, uneven, random.choice(WHOLE[dims])]), "".join(random.choices("pd", k=dims))


def case(random, name, smooth):
    """A random case."""
    dims, types = random.choice([1, 2, 2, 3, 3]), element_types(random)
    kernels = [kernel(random, number, dims, types, smooth) for number in range(random.randint(2, 4))]
    # Of each type enough for two outputs, and one that is only read.
    fields = tuple(FieldName(f"u{number}", type_) for number, type_ in enumerate(
        (types * FIELDS)[:max(FIELDS, 3 * len(types))]))
    step, arguments = step_text(random, kernels, fields, dims, types[0])
    cells, boundary = domain(random, dims)
    trial = TRIAL.format(
        dims=dims, cells=", ".join(map(str, cells)), boundary=boundary,
        declarations="\n  ".join(f'brick::field<{each.type}, {dims}> {each.name}(grid, "{each.name}");' for each in fields),
        starts="\n  ".join(f"start({each.name}, {number});" for number, each in enumerate(fields, 1)),
        arguments=", ".join([each.name for each in fields] + arguments),
        dumps="\n  ".join(f"dump(runtime, file, {each.name});" for each in fields))
    along = ALONG % ", ".join(["0"] * (dims - 1) + ["i"])
    text = "\n".join([f"namespace {name} {{", along, *(each.text for each in kernels), step, trial + f"}} // namespace {name}"])
    return Case(name, dims, fields, cells, smooth, text)


def assemble(cases):
    """The program that runs these cases."""
    includes = "".join(f"#include <{name}>\n" for name in ("algorithm", "array", "cmath", "fstream", "iostream", "string",
                                                           "utility", "brick/brick.hpp"))
    table = ",\n      ".join(f'{{"{each.name}", {each.name}::trial}}' for each in cases)
    text = "\n".join([includes + PRELUDE + SHARED, *(each.text for each in cases), MAIN.format(table=table)])
    return Program(text, tuple(cases))


def program(random, count):
    """A random program of `count` cases, all of them smooth or any."""
    all_smooth = random.random() < 0.3
    return assemble([case(random, f"case_{number}", all_smooth or random.random() < 0.1) for number in range(count)])


def case_bytes(case):
    """The size of a case's part of the dump."""
    cells = 1
    for extent in case.cells:
        cells *= extent
    sizes = {"d": 8, "f": 4, "i": 4}
    return [cells * sizes[ELEMENTS[field.type].code] for field in case.fields]
