// SPDX-License-Identifier: MIT
// Prints how the library and the stencil in its header were compiled, and what remains of 64 after three steps.
#include <cstdio>

#include <decay.hpp>

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<decay::advance>(runtime, {.cells = {16, 32}, .boundary = brick::periodic});
  brick::field<double, 2> u(grid, "u");
  u.fill([](brick::point<2>) { return 64; });
  brick::run<decay::advance>(3, u);
  auto word = [](bool is_compiled) { return is_compiled ? "compiled" : "reference"; };
  const double value = u.value({3, 5});
  if (runtime.rank() == 0)
    std::printf("library %s, header %s: %g\n", word(decay::is_compiled()), word(brick::compiled<decay::advance>),
                value);
}
