// Each vector of a brick is loaded once for the planes and rows that need it, and cells share what they have in common:
// counted in the assembly of what goes through a plane of 8 vectors. Limits are exact but for what GCC 12 lacks
// registers for: of the 36 vectors that the cube stores 8 are results and 24 weighted sums; of its 77 shuffles 48 are of
// neighbours, 4 for each of 12 rows, and 29 load its weights again.
// SPDX-License-Identifier: MIT
// REQUIRES: gcc
// RUN: %brickc --target=x86-64-v4 --brick=8x8x8 -O3 -S %s -o %t.s
//
// In the caches, where it is part of the loop over a thread's bricks: 8 of each of 3 planes, 2 rows beside the middle one,
// on both sides of its 8 rows. 6 additions, a multiply-add. Past the caches 2 are loaded again behind stores; where the
// first-level cache has room for bricks ahead rows are a loop there, so neighbours are loaded again.
// RUN: %python %S/Inputs/vector-counts.py %t.s sweep_bricks.*heat zmm loads=42 stores=8 computed=56 shuffles=16
// RUN: %python %S/Inputs/vector-counts.py %t.s generated.*heat.*computeILb1 zmm loads=44 stores=8 computed=56 shuffles=16
// RUN: %brickc --target=x86-64-v4 --machine=%S/Inputs/roomy.yaml --brick=8x8x8 -O3 -S %s -o %t.roomy.s
// RUN: %python %S/Inputs/vector-counts.py %t.roomy.s generated.*heat.*computeILb1 zmm loads=7 stores=1 computed=7 shuffles=2
//
// Sums of classes of a plane, three weighted ones, added to five planes: 33 operations a vector, where 125 points as they
// are written have 249.
// RUN: %python %S/Inputs/vector-counts.py %t.s generated.*cube.*computeILb1 zmm loads=108 stores=36 computed=264 shuffles=77
// Where a row has two vectors, what lies across them is loaded too, and only what lies across bricks shuffled: 16 loads
// of each of 3 planes, 4 beside the middle one, 16 in the bricks on both sides, 16 across, 4 again behind stores.
// RUN: %brickc --target=x86-64-v3 --brick=8x8x8 -O3 -S %s -o %t.v3.s
// RUN: %python %S/Inputs/vector-counts.py %t.v3.s generated.*heat.*computeILb1 ymm loads=88 stores=16 computed=112 shuffles=32
#include <brick/brick.hpp>

#include <algorithm>

using field = brick::field<double, 3>;

[[brick::stencil]]
void heat(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = u(0, 0, 0) + k * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) -
                                    6 * u(0, 0, 0));
}

/// Which weight belongs to an offset: by its distances along the axes, in any order.
constexpr int weight(int dz, int dy, int dx) {
  const int a = dz < 0 ? -dz : dz, b = dy < 0 ? -dy : dy, c = dx < 0 ? -dx : dx;
  const int largest = std::max({a, b, c}), smallest = std::min({a, b, c}), middle = a + b + c - largest - smallest;
  return largest * (largest + 1) * (largest + 2) / 6 + middle * (middle + 1) / 2 + smallest;
}

[[brick::stencil]]
void cube(brick::out<double, 3> next, brick::in<double, 3> u, const std::array<double, 10>& c) {
  double sum = 0;
  for (int dz = -2; dz <= 2; ++dz)
    for (int dy = -2; dy <= 2; ++dy)
      for (int dx = -2; dx <= 2; ++dx)
        sum += c[weight(dz, dy, dx)] * u(dz, dy, dx);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void advance(field& u, field& next, double k, const std::array<double, 10>& c) {
  brick::apply<heat>(next, u, k);
  brick::apply<cube>(u, next, c);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {16, 16, 16}, .boundary = brick::periodic});
  field u(grid, "u"), next(grid, "next");
  brick::run<advance>(1, u, next, 0.1, std::array<double, 10>{});
}
