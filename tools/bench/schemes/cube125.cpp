// A smoothing filter over the 5x5x5 neighbourhood, symmetric, 10 weights. 125 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

/// Which of the weights belongs to an offset: by its distances along the axes, in any order.
constexpr int weight(int dz, int dy, int dx) {
  const int a = dz < 0 ? -dz : dz, b = dy < 0 ? -dy : dy, c = dx < 0 ? -dx : dx;
  const int largest = std::max(a, std::max(b, c)), smallest = std::min(a, std::min(b, c));
  const int middle = a + b + c - largest - smallest;
  return largest * (largest + 1) * (largest + 2) / 6 + middle * (middle + 1) / 2 + smallest;
}

[[brick::stencil]]
void cube5(out next, in u, const std::array<element, 10>& c) {
  element sum = 0;
  for (int dz = -2; dz <= 2; ++dz)
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx)
        sum += c[weight(dz, dy, dx)] * u(dz, dy, dx);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void advance(field& u, field& next, const std::array<element, 10>& c) {
  brick::apply<cube5>(next, u, c);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field u(grid, "u"), next(grid, "next");
  fill(u, given, 0, 1);
  const auto c = cube125_weights();
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, u, next, c); }, u);
}
