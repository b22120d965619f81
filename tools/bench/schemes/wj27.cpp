// Weighted Jacobi for Poisson's equation, 27 points; b holds the source times h^2.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

[[brick::stencil]]
void jacobi(out next, in p, in b, const std::array<element, 4>& c, element relax) {
  element laplacian = 0;
  for (int dz = -1; dz <= 1; ++dz)
    for (int dy = -1; dy <= 1; ++dy)
      for (int dx = -1; dx <= 1; ++dx)
        laplacian += c[dz * dz + dy * dy + dx * dx] * p(dz, dy, dx);
  next(0, 0, 0) = p(0, 0, 0) + relax * (laplacian - b(0, 0, 0));
}

[[brick::step]]
void advance(field& p, field& next, const field& b, const std::array<element, 4>& c, element relax) {
  brick::apply<jacobi>(next, p, b, c, relax);
  swap(p, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field p(grid, "p"), next(grid, "next"), b(grid, "b");
  fill(p, given, 0, 1);
  fill(b, given, 1, 0);
  measure(
      runtime, given,
      [&](long steps) { brick::run<advance>(steps, p, next, b, wj27_weights(), relaxation / (-wj27_weights()[0])); },
      p);
}
