// SPDX-License-Identifier: MIT
// Ghost cells beyond the domain, as places in a field's storage and what goes there. Free of MPI.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "brick/array_layout.hpp"
#include "brick/boundary.hpp"
#include "brick/layout.hpp"

namespace brick {

/// `length` elements from element `offset` of a field's storage hold `value`, and as many `stride` elements further on,
/// `count` times in all.
struct wall_run {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  double value = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const wall_run&, const wall_run&) = default;
};

/// `length` elements from element `offset` are copies of element `source` and those before (step -1) or behind it, and
/// so `stride` elements further on at both ends, `count` times in all.
struct mirror_run {
  std::int64_t offset = 0;
  std::int64_t source = 0;
  std::int64_t length = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const mirror_run&, const mirror_run&) = default;
};

/// A ghost cell that the user fills: the cell (wrapped and mirrored where other axes are), the side that decides about
/// it, and its element.
template <int D> struct user_cell {
  index<D> cell{};
  face side;
  std::int64_t offset = 0;
};

/// The wall cells of one rank for some boundaries. Those written `once` are written by nothing else; `refilled` ones
/// share a brick with cells that sweeps or messages write, and are written again after each exchange, as mirrors are.
template <int D> struct wall_cells {
  boundaries<D> boundary;
  int interleaved = 1; ///< fields in the storage that the places are counted in
  std::vector<wall_run> once, refilled;
  std::vector<mirror_run> mirrors;
  std::vector<user_cell<D>> user;  ///< first those written once
  std::size_t user_once = 0;       ///< so many
  std::int64_t refilled_cells = 0; ///< so many are written after each exchange
};

/// The wall cells of a layout. `cut` is what the layout was made from, `rank` whose it is. Throws `error` when the
/// domain is thinner than its halo on an axis with a neumann side. Places are those of a field in a storage of
/// `interleaved` fields.
template <int D>
wall_cells<D> find_walls(const brick_layout<D>& layout, const decomposition<D>& cut, int rank,
                         const boundaries<D>& boundary, int interleaved = 1);
template <int D>
wall_cells<D> find_walls(const array_layout<D>& layout, const decomposition<D>& cut, const boundaries<D>& boundary,
                         int interleaved = 1);

} // namespace brick
