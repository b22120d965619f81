// The heat equation by 7 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

[[brick::stencil]]
void heat(out next, in u, element k) {
  next(0, 0, 0) = u(0, 0, 0) +
                  k * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) - 6 * u(0, 0, 0));
}

[[brick::step]]
void advance(field& u, field& next, element k) {
  brick::apply<heat>(next, u, k);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field u(grid, "u"), next(grid, "next");
  fill(u, given, 0, 1);
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, heat_k); }, u);
}
