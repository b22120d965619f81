// A smoothing filter over 26 rays: axes and diagonals of faces up to distance 2, corners at 1. 45 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

/// Which of the weights belongs to an offset; -1: none, it is on no ray.
constexpr int ray(int dz, int dy, int dx) {
  const int square = dz * dz + dy * dy + dx * dx;
  if (square <= 4) return square;
  return square == 8 && dz * dy * dx == 0 ? 5 : -1;
}

[[brick::stencil]]
void rays(out next, in u, const std::array<element, 6>& c) {
  element sum = 0;
  for (int dz = -2; dz <= 2; ++dz)
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx)
        if (ray(dz, dy, dx) >= 0) sum += c[ray(dz, dy, dx)] * u(dz, dy, dx);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void advance(field& u, field& next, const std::array<element, 6>& c) {
  brick::apply<rays>(next, u, c);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field u(grid, "u"), next(grid, "next");
  fill(u, given, 0, 1);
  const auto c = cube45_weights();
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, c); }, u);
}
