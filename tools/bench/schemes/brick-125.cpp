// The symmetric 125-point cube with 10 coefficients, as compiled by brickc. SPDX-License-Identifier: MIT
#include "measure.hpp"

/// Which of the 10 coefficients belongs to an offset: the sorted absolute offsets (a >= b >= c), numbered.
constexpr int coefficient(int dz, int dy, int dx) {
  int a = dz < 0 ? -dz : dz, b = dy < 0 ? -dy : dy, c = dx < 0 ? -dx : dx;
  if (a < b) { int t = a; a = b; b = t; }
  if (b < c) { int t = b; b = c; c = t; }
  if (a < b) { int t = a; a = b; b = t; }
  return a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c;
}

[[brick::stencil]]
void cube(brick::out<double, 3> next, brick::in<double, 3> u, const std::array<double, 10>& c) {
  double sum = 0;
  for (int dz = -2; dz <= 2; ++dz)
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx) sum += c[coefficient(dz, dy, dx)] * u(dz, dy, dx);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 10>& c) {
  brick::apply<cube>(next, u, c);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const bench::arguments given(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {given.cells, given.cells, given.cells}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<3> p) { return 1e-3 * double((p[0] * 7 + p[1] * 3 + p[2]) % 101); });
  const std::array<double, 10> c{0.1, 0.03, 0.02, 0.012, 0.007, 0.006, 0.005, 0.003, 0.002, 0.001};
  bench::measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, c); });
}
