// Baseline: weighted Jacobi, 7 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace baseline;

struct wj7 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 2> leading{{{1, 0}, {0, 0}}};
  element relax;
  const element *here{}, *below{}, *above{}, *before{}, *behind{}, *source{};

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    here = in[0]->row(z, y);
    below = in[0]->row(z - 1, y);
    above = in[0]->row(z + 1, y);
    before = in[0]->row(z, y - 1);
    behind = in[0]->row(z, y + 1);
    source = in[1]->row(z, y);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const element *c = here, *b = below, *a = above, *n = before, *s = behind, *f = source;
    const element share = relax, rest = 1 - 6 * relax;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = rest * c[x] + share * (c[x - 1] + c[x + 1] + (b[x] + a[x]) + (n[x] + s[x]) - f[x]);
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return wj7{bench::relaxation / 6}; }, {1, 0});
}
