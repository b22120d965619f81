// SPDX-License-Identifier: MIT
// Ghost cells beyond dirichlet sides, as runs of storage that hold one value. Free of MPI.
#pragma once

#include <cstdint>
#include <vector>

#include "brick/array_layout.hpp"
#include "brick/boundary.hpp"
#include "brick/layout.hpp"

namespace brick {

/// `length` elements from element `offset` of a field's storage hold `value`.
struct wall_run {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  double value = 0;
  friend bool operator==(const wall_run&, const wall_run&) = default;
};

/// The wall cells of one rank. `constant` ones are written once: nothing else writes there. `refilled` ones share a
/// brick with cells that sweeps or messages write, and are written again after each exchange.
struct wall_runs {
  std::vector<wall_run> constant, refilled;
};

/// The wall cells of a layout. `cut` is what the layout was made from, `rank` whose it is; `cells` is the domain.
template <int D>
wall_runs find_walls(const brick_layout<D>& layout, const decomposition<D>& cut, int rank,
                     const boundaries<D>& boundary);
template <int D>
wall_runs find_walls(const array_layout<D>& layout, const index<D>& cells, const boundaries<D>& boundary);

} // namespace brick
