// SPDX-License-Identifier: MIT
// How any rank numbers its own bricks. Every rank can work out the numbering of its neighbours, so ghost bricks mirror
// the sender's order without a word exchanged.
#pragma once

#include <vector>

#include "brick/layout.hpp"

namespace brick::detail {

/// A region: bricks with the same surfaces, consecutive in storage from id `first`, row-major in the box. `low` and
/// `high` have a bit for every axis (axis a: bit a) on which they touch that side; in a part one brick wide, both.
template <int D> struct region {
  box<D> bricks;
  unsigned low = 0, high = 0;
  std::int64_t first = 0;
};

template <int D> axis_kinds<D> kinds_of_axes(const decomposition<D>& cut, bool wrap_in_place);

/// The bricks of a rank (lattice coordinates), empty for an idle one.
template <int D> box<D> bricks_of(const decomposition<D>& cut, int rank);

/// Whether the direction leads over the end of a periodic axis whose lattice does not close.
template <int D>
bool crosses_seam(const decomposition<D>& cut, const axis_kinds<D>& axes, int rank, const index_argument<D>& direction);

/// The regions of a rank in storage order: the inner one, then the surface order of the axes it is at least two bricks
/// wide on. Empty ones are left out. Each starts at a multiple of `align` bricks.
template <int D>
std::vector<region<D>> regions_of(const decomposition<D>& cut, const axis_kinds<D>& axes, int rank, std::int64_t align);

/// Whether a neighbour in `direction` needs the region.
template <int D> bool is_towards(const region<D>& r, const index_argument<D>& direction);

/// Of these, the ones a neighbour in `direction` needs.
template <int D>
std::vector<region<D>> regions_towards(const std::vector<region<D>>& regions, const index_argument<D>& direction);

} // namespace brick::detail
