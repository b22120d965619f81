// Baseline: weighted Jacobi, 27 points, in 13 operations.
// SPDX-License-Identifier: MIT
//
// The weights depend only on how many axes an offset leaves, so all cells of one class in the plane across a row are
// added first. Two weighted sums of the classes are left, one for the row itself, one for its neighbours at x - 1 and
// x + 1.
#include "pair_sums.hpp"
#include "program.hpp"

using namespace baseline;

struct wj27 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 2> leading{{{1, 1}, {0, 0}}};
  std::array<element, 4> weights; // of the Laplacian times the relaxation, the first one also with the cell itself
  element relax;
  long n;
  pair_sums<1, 1> pairs{n};
  row_buffers sums{n, 2};
  const element* source{};

  void block(inputs in, long z, long y) { pairs.begin(*in[0], z, y); }
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    source = in[1]->row(z, y);
    pairs.add(*in[0], z, y + 1);
    const element *here = in[0]->row(z, y), *before = in[0]->row(z, y - 1), *behind = in[0]->row(z, y + 1);
    const element *pair = pairs.row(1, y), *pair_before = pairs.row(1, y - 1), *pair_behind = pairs.row(1, y + 1);
    element *middle = sums.row(0), *side = sums.row(1);
    const element w0 = weights[0], w1 = weights[1], w2 = weights[2], w3 = weights[3];
#pragma omp simd
    for (long x = 0; x < n; ++x) {
      const element faces = pair[x] + (before[x] + behind[x]), edges = pair_before[x] + pair_behind[x];
      middle[x] = w0 * here[x] + w1 * faces + w2 * edges;
      side[x] = w1 * here[x] + w2 * faces + w3 * edges;
    }
    field::wrap(side, n);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const element *middle = sums.row(0), *side = sums.row(1), *b = source;
    const element share = relax;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = middle[x] + (side[x - 1] + side[x + 1]) - share * b[x];
  }
};

int main(int argc, char** argv) {
  std::array<element, 4> weights = bench::wj27_weights();
  const element relax = bench::relaxation / -weights[0];
  for (element& weight : weights)
    weight *= relax;
  weights[0] += 1;
  return run(argc, argv, [=](long n) { return wj27{weights, relax, n}; }, {1, 0});
}
