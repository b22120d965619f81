// Baseline: the heat equation by 7 points.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace baseline;

struct star7 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 1> leading{{{1, 0}}};
  element k;
  const element *here{}, *below{}, *above{}, *before{}, *behind{};

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    here = in[0]->row(z, y);
    below = in[0]->row(z - 1, y);
    above = in[0]->row(z + 1, y);
    before = in[0]->row(z, y - 1);
    behind = in[0]->row(z, y + 1);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const element *c = here, *b = below, *a = above, *n = before, *s = behind;
    const element share = k, rest = 1 - 6 * k;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] = rest * c[x] + share * (c[x - 1] + c[x + 1] + (b[x] + a[x]) + (n[x] + s[x]));
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return star7{bench::heat_k}; }, {1});
}
