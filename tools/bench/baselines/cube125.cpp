// Baseline: the symmetric 125-point filter, in 33 operations.
// SPDX-License-Identifier: MIT
//
// In the plane across a row there are six classes of cells, by their distances along the two slow axes in any order: 11
// additions, of which 2 are shared by the rows of a block. Three weighted sums of the classes (18 operations) are for
// the row and its neighbours at distance 1 and 2 along x (4 additions).
#include "pair_sums.hpp"
#include "program.hpp"

using namespace baseline;

struct cube125 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 1> leading{{{2, 2}}};
  std::array<element, 10> weights;
  long n;
  pair_sums<2, 2> pairs{n};
  row_buffers sums{n, 3};

  void block(inputs in, long z, long y) { pairs.begin(*in[0], z, y); }
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    pairs.add(*in[0], z, y + 2);
    std::array<const element*, 5> u{}, s1{}, s2{}; // rows y - 2 to y + 2: of the plane, sums at distance 1 and 2
    for (long d = 0; d < 5; ++d) {
      u[d] = in[0]->row(z, y + d - 2);
      s1[d] = pairs.row(1, y + d - 2);
      s2[d] = pairs.row(2, y + d - 2);
    }
    element *middle = sums.row(0), *side1 = sums.row(1), *side2 = sums.row(2);
    const element w000 = weights[0], w100 = weights[1], w110 = weights[2], w111 = weights[3], w200 = weights[4],
                  w210 = weights[5], w211 = weights[6], w220 = weights[7], w221 = weights[8], w222 = weights[9];
#pragma omp simd
    for (long x = 0; x < n; ++x) {
      const element c00 = u[2][x], c10 = s1[2][x] + (u[1][x] + u[3][x]), c20 = s2[2][x] + (u[0][x] + u[4][x]);
      const element c11 = s1[1][x] + s1[3][x], c22 = s2[0][x] + s2[4][x];
      const element c21 = s2[1][x] + s2[3][x] + (s1[0][x] + s1[4][x]);
      middle[x] = w000 * c00 + w100 * c10 + w110 * c11 + (w200 * c20 + w210 * c21 + w220 * c22);
      side1[x] = w100 * c00 + w110 * c10 + w111 * c11 + (w210 * c20 + w211 * c21 + w221 * c22);
      side2[x] = w200 * c00 + w210 * c10 + w211 * c11 + (w220 * c20 + w221 * c21 + w222 * c22);
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
  return run(argc, argv, [=](long n) { return cube125{bench::cube125_weights(), n}; }, {1});
}
