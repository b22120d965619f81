// Baseline: the 45-point filter over 26 rays, in 22 operations.
// SPDX-License-Identifier: MIT
//
// As for wj27: classes of cells in the plane across a row are added first, faces and diagonals at distance 1 and 2.
// Three weighted sums are left, for the row, its neighbours at distance 1 and at distance 2.
#include "pair_sums.hpp"
#include "program.hpp"

using namespace baseline;

struct cube45 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 1> leading{{{2, 2}}};
  std::array<element, 6> weights;
  long n;
  pair_sums<2, 2> pairs{n};
  row_buffers sums{n, 3};

  void block(inputs in, long z, long y) { pairs.begin(*in[0], z, y); }
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    pairs.add(*in[0], z, y + 2);
    const element* here = in[0]->row(z, y);
    const element *before1 = in[0]->row(z, y - 1), *behind1 = in[0]->row(z, y + 1);
    const element *before2 = in[0]->row(z, y - 2), *behind2 = in[0]->row(z, y + 2);
    const element *near = pairs.row(1, y), *near_before = pairs.row(1, y - 1), *near_behind = pairs.row(1, y + 1);
    const element *far = pairs.row(2, y), *far_before = pairs.row(2, y - 2), *far_behind = pairs.row(2, y + 2);
    element *middle = sums.row(0), *side1 = sums.row(1), *side2 = sums.row(2);
    const element w000 = weights[0], w100 = weights[1], w110 = weights[2], w111 = weights[3], w200 = weights[4],
                  w220 = weights[5];
#pragma omp simd
    for (long x = 0; x < n; ++x) {
      const element faces1 = near[x] + (before1[x] + behind1[x]), faces2 = far[x] + (before2[x] + behind2[x]);
      const element diagonals1 = near_before[x] + near_behind[x], diagonals2 = far_before[x] + far_behind[x];
      middle[x] = w000 * here[x] + w100 * faces1 + w200 * faces2 + w110 * diagonals1 + w220 * diagonals2;
      side1[x] = w100 * here[x] + w110 * faces1 + w111 * diagonals1;
      side2[x] = w200 * here[x] + w220 * faces2;
    }
    field::wrap(side1, n);
    field::wrap(side2, n);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const element *middle = sums.row(0), *side1 = sums.row(1), *side2 = sums.row(2);
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = middle[x] + (side1[x - 1] + side1[x + 1]) + (side2[x - 2] + side2[x + 2]);
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [=](long n) { return cube45{bench::cube45_weights(), n}; }, {1});
}
