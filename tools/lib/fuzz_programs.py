"""Random whole programs: stencils, one step that applies them in several stages, and a main that dumps every field.

    program CELLS BOUNDARY STEPS FILE     e.g. 17x40 pd 2 out.dump; p is periodic, d is dirichlet
"""
# SPDX-License-Identifier: MIT
import dataclasses

from fuzz_kernels import PRELUDE, kernel

FIELDS = 5

MAIN = """
int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const std::string boundary = argv[2];
  brick::grid_options<%(dims)d> options;
  std::istringstream cells(argv[1]);
  std::array<brick::boundary_sides, %(dims)d> sides;
  for (int axis = 0; axis < %(dims)d; ++axis) {
    char separator;
    cells >> options.cells[axis] >> separator;
    sides[axis] = boundary[axis] == 'p' ? brick::boundary_sides(brick::periodic)
                                        : brick::boundary_sides(brick::dirichlet(0.25), brick::dirichlet(-0.5));
  }
  options.boundary = brick::boundaries<%(dims)d>(sides);
  auto grid = brick::grid_for<advance>(runtime, options);
  brick::field<%(real)s, %(dims)d> %(fields)s;
  int number = 0;
  for (auto* field : {%(addresses)s}) {
    ++number;
    field->fill([&](brick::point<%(dims)d> p) {
      double phase = number;
      for (int axis = 0; axis < %(dims)d; ++axis) phase += (0.37 + 0.11 * axis * number) * double(p[axis]);
      return std::sin(phase) - 0.25;
    });
  }
  brick::run<advance>(std::stoi(argv[3]), %(names)s, %(real)s(0.3), 2);
  std::ofstream file;
  if (runtime.rank() == 0) file.open(argv[4], std::ios::binary);
  for (auto* field : {%(addresses)s}) {
    const auto values = field->gather(0);
    if (runtime.rank() == 0) file.write(reinterpret_cast<const char*>(values.data()), sizeof(values[0]) * values.size());
  }
}
"""


@dataclasses.dataclass(frozen=True)
class Program:
    """The text of a program, and what its tester must know of it."""

    text: str
    dims: int
    real: str
    smooth: bool  # may be compiled with other rounding


def apply_text(random, kernel, fields, real):
    """An apply of a kernel to different fields; the last field is never written."""
    free = fields[:-1]
    random.shuffle(free)
    outputs = [free.pop() for kind in kernel.parameters if kind == "out"]
    readable = free + fields[-1:]
    values = {
        "out": lambda: outputs.pop(),
        "in": lambda: random.choice(readable),
        "real": lambda: random.choice(["k", "k * 0.5", f"{real}(0.75) - k", "0.125", "local", "n > 1 ? k : -k"]),
        "int": lambda: random.choice(["n", "n * 3 % 7", "5", "int(k * 10) / n"]),
        "flag": lambda: random.choice(["true", "n > 1", "k < 0", "n == 2 && k > 0"]),
        "table": lambda: "table",
    }
    return f"brick::apply<{kernel.name}>({', '.join(values[kind]() for kind in kernel.parameters)});"


def program(random):
    """A random program."""
    dims, real = random.choice([1, 2, 2, 3, 3]), random.choice(["double", "double", "float"])
    smooth = random.random() < 0.3
    kernels = [kernel(random, number, dims, real, smooth) for number in range(random.randint(2, 4))]
    fields = [f"u{number}" for number in range(FIELDS)]
    stages = []
    for chosen in kernels + random.sample(kernels, 1):
        stages.append(apply_text(random, chosen, list(fields), real))
        if random.random() < 0.5:
            a, b = random.sample(fields[:-1], 2)
            stages.append(random.choice([f"swap({a}, {b});", f"{a}.swap({b});", f"brick::swap({a}, {b});"]))
    parameters = ", ".join(f"brick::field<{real}, {dims}>& {name}" for name in fields)
    step = (f"[[brick::step]]\nvoid staged({parameters}, {real} k, int n, const std::array<{real}, 3>& table) {{\n"
            f"  const {real} local = k * k + {real}(0.5) * n;\n  " + "\n  ".join(stages) + "\n}\n")
    # The tables of `advance` are those of the step: it has one parameter list for all programs.
    step = step.replace("void staged(", "void advance(").replace(f", const std::array<{real}, 3>& table", "")
    if any("table" in each.parameters for each in kernels):
        step = step.replace("int n)", f"int n, const std::array<{real}, 3>& table)")
    main = MAIN % {
        "dims": dims, "real": real, "names": ", ".join(fields), "addresses": ", ".join("&" + name for name in fields),
        "fields": ", ".join(f'{name}(grid, "{name}")' for name in fields),
    }
    if "const std::array" in step.split("{")[0]:
        main = main.replace(f"{real}(0.3), 2);", f"{real}(0.3), 2, std::array<{real}, 3>{{0.5, -0.25, 1.5}});")
    prelude = PRELUDE % ", ".join(["0"] * (dims - 1) + ["i"])
    includes = "".join(f"#include <{name}>\n" for name in
                       ("algorithm", "array", "cmath", "fstream", "sstream", "string", "brick/brick.hpp"))
    text = "\n".join([includes, prelude, *(each.text for each in kernels), step]) + main
    return Program(text, dims, real, smooth)
