// A smoothing filter over the axes, up to distance 2: 13 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

[[brick::stencil]]
void star(out next, in u, const std::array<element, 3>& c) {
  element sum = c[0] * u(0, 0, 0);
  for (int r = 1; r <= 2; ++r)
    sum += c[r] * (u(-r, 0, 0) + u(r, 0, 0) + u(0, -r, 0) + u(0, r, 0) + u(0, 0, -r) + u(0, 0, r));
  next(0, 0, 0) = sum;
}

[[brick::step]]
void advance(field& u, field& next, const std::array<element, 3>& c) {
  brick::apply<star>(next, u, c);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field u(grid, "u"), next(grid, "next");
  fill(u, given, 0, 1);
  const auto c = star13_weights();
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, c); }, u);
}
