// Weighted Jacobi for Poisson's equation, order 4, 13 points; b holds the source times 12 h^2.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

[[brick::stencil]]
void jacobi(out next, in p, in b, element relax) {
  const element near = p(-1, 0, 0) + p(1, 0, 0) + p(0, -1, 0) + p(0, 1, 0) + p(0, 0, -1) + p(0, 0, 1);
  const element far = p(-2, 0, 0) + p(2, 0, 0) + p(0, -2, 0) + p(0, 2, 0) + p(0, 0, -2) + p(0, 0, 2);
  next(0, 0, 0) = p(0, 0, 0) + relax * (16 * near - far - 90 * p(0, 0, 0) - b(0, 0, 0));
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
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, p, next, b, relaxation / 90); }, p);
}
