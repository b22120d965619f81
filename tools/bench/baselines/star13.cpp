// Baseline: a smoothing filter over the axes, up to distance 2.
// SPDX-License-Identifier: MIT
#include "program.hpp"
#include "star.hpp"

using namespace baseline;

struct star13 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 1> leading{{{2, 0}}};
  std::array<element, 3> weights;
  star_rows rows{};

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) { rows.find(*in[0], z, y); }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const star_rows r = rows;
    const element w0 = weights[0], w1 = weights[1], w2 = weights[2];
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = w0 * r.here[x] +
                w1 * (r.here[x - 1] + r.here[x + 1] + (r.z[1][x] + r.z[2][x]) + (r.y[1][x] + r.y[2][x])) +
                w2 * (r.here[x - 2] + r.here[x + 2] + (r.z[0][x] + r.z[3][x]) + (r.y[0][x] + r.y[3][x]));
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return star13{bench::star13_weights()}; }, {1});
}
