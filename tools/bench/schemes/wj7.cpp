// Weighted Jacobi for Poisson's equation, 7 points; b holds the source times h^2.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

[[brick::stencil]]
void jacobi(out next, in p, in b, element relax) {
  next(0, 0, 0) = p(0, 0, 0) + relax * (p(-1, 0, 0) + p(1, 0, 0) + p(0, -1, 0) + p(0, 1, 0) + p(0, 0, -1) + p(0, 0, 1) -
                                        6 * p(0, 0, 0) - b(0, 0, 0));
}

[[brick::step]]
void advance(field& p, field& next, const field& b, element relax) {
  brick::apply<jacobi>(next, p, b, relax);
  swap(p, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field p(grid, "p"), next(grid, "next"), b(grid, "b");
  fill(p, given, 0, 1);
  fill(b, given, 1, 0);
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, p, next, b, relaxation / 6); }, p);
}
