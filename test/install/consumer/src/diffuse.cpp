// SPDX-License-Identifier: MIT
// Diffusion on a small periodic square: prints how it was compiled, and the amount of heat, which must not change.
#include <cstdio>

#include <brick/brick.hpp>

#include "coefficients.hpp"

#ifndef STEPS
#define STEPS 4
#endif
#ifndef TITLE
#define TITLE "untitled"
#endif

[[brick::stencil]]
void diffuse(brick::out<double, 2> next, brick::in<double, 2> u) {
  next(0, 0) = u(0, 0) + diffusivity * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}

[[brick::step]]
void advance(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  brick::apply<diffuse>(next, u);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {40, 50}, .boundary = brick::periodic});
  brick::field<double, 2> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<2> p) { return initial(p[0], p[1]); });
  brick::run<advance>(STEPS, u, next);

  double heat = 0;
  u.for_each([&](brick::point<2>, double value) { heat += value; });
  heat = runtime.sum(heat);
  if (runtime.rank() == 0)
    std::printf("%s, %s: %d ranks, heat %.3f\n", TITLE, brick::compiled<advance> ? "compiled" : "reference",
                runtime.size(), heat);
}
