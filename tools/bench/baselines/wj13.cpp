// Baseline: weighted Jacobi, 13 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"
#include "star.hpp"

using namespace baseline;

struct wj13 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 2> leading{{{2, 0}, {0, 0}}};
  element relax;
  star_rows rows{};
  const element* source{};

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    rows.find(*in[0], z, y);
    source = in[1]->row(z, y);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const element* b = source;
    const star_rows r = rows;
    const element w0 = 1 - 90 * relax, w1 = 16 * relax, w2 = relax;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = w0 * r.here[x] +
                w1 * (r.here[x - 1] + r.here[x + 1] + (r.z[1][x] + r.z[2][x]) + (r.y[1][x] + r.y[2][x])) -
                w2 * (r.here[x - 2] + r.here[x + 2] + (r.z[0][x] + r.z[3][x]) + (r.y[0][x] + r.y[3][x]) + b[x]);
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return wj13{bench::relaxation / 90}; }, {1, 0});
}
