// Sums of rows at equal distances along the slowest axis, which the rows of a block share.
// SPDX-License-Identifier: MIT
#pragma once

#include "sweep.hpp"

namespace baseline {

/// For the rows y - Reach to y + Reach around the one to be computed: u(z - d) + u(z + d) for d = 1 to Depth.
template <long Depth, long Reach> class pair_sums {
public:
  explicit pair_sums(long n) : n_(n), sums_(n, Depth * slots) {}

  /// The rows before y + Reach.
  void begin(const field& u, long z, long y) {
    for (long before = y - Reach; before < y + Reach; ++before)
      add(u, z, before);
  }
  void add(const field& u, long z, long y) {
    for (long d = 1; d <= Depth; ++d) {
      const element *below = u.row(z - d, y), *above = u.row(z + d, y);
      element* sum = row(d, y);
#pragma omp simd
      for (long x = 0; x < n_; ++x)
        sum[x] = below[x] + above[x];
    }
  }
  element* row(long d, long y) const { return sums_.row((d - 1) * slots + (y & (slots - 1))); }

private:
  static constexpr long slots = Reach == 1 ? 4 : 8; // a power of 2 that holds 2 Reach + 1 rows
  static_assert(2 * Reach + 1 <= slots);

  long n_;
  row_buffers sums_;
};

} // namespace baseline
