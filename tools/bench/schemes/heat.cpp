// The 7-point heat step, as compiled by brickc. SPDX-License-Identifier: MIT
#include "measure.hpp"

[[brick::stencil]]
void heat(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = u(0, 0, 0) + k * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) -
                                    6 * u(0, 0, 0));
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<heat>(next, u, k);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const bench::arguments given(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {given.cells, given.cells, given.cells}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<3> p) { return 1e-3 * double((p[0] * 7 + p[1] * 3 + p[2]) % 101); });
  bench::measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, 0.1); });
}
