"""Random whole programs: many cases in one file.

    program FILE [CASE]     runs all cases, or one; FILE receives every field of each, one case after the other
"""
# SPDX-License-Identifier: MIT
import dataclasses

import fuzz_calls
from fuzz_cases import case
from fuzz_expressions import PRELUDE

SHARED = """\
template <class T, int D> T wave(const brick::point<D>& p, int number) {
  double phase = number;
  for (int axis = 0; axis < D; ++axis) phase += (0.37 + 0.11 * axis * number) * double(p[axis]);
  const double value = std::sin(phase) - 0.25;
  if constexpr (std::is_integral_v<T>) return T(int(9 * value));
  else return T(value);
}
template <int D> double outer_wave(const brick::point<D>& p) { return 0.75 * wave<double>(p, 6); } // fits unsigned ones
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
class Program:
    """The text of a program and the cases in it."""

    text: str
    cases: tuple


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
