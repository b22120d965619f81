// SPDX-License-Identifier: MIT
// Surface regions of a part, in storage order (PPoPP'21, section 3).
#include "brick_regions.hpp"

#include <array>

#include "brick/surface_order.hpp"

namespace brick::detail {
namespace {

/// The inner region first, then the surface order.
const std::vector<int>& region_order(int dims) {
  static const auto orders = [] {
    std::array<std::vector<int>, 4> result;
    for (int d = 0; d <= 3; ++d) {
      result[d] = d ? surface_order(d) : std::vector<int>{};
      result[d].insert(result[d].begin(), middle_direction(d));
    }
    return result;
  }();
  return orders[static_cast<std::size_t>(dims)];
}

/// Narrows a region to one side of an axis, or to what lies between the sides.
template <int D> void narrow(region<D>& r, int axis, int side) {
  if (side < 0) {
    r.bricks.high[axis] = r.bricks.low[axis] + 1;
    r.low |= 1u << axis;
  } else if (side > 0) {
    r.bricks.low[axis] = r.bricks.high[axis] - 1;
    r.high |= 1u << axis;
  } else {
    ++r.bricks.low[axis];
    --r.bricks.high[axis];
  }
}

/// Whether the last brick of an axis has so many cells beyond the domain that they can be the ghost cells of both ends:
/// those before cell 0 come last, where the wrapped adjacency finds them.
template <int D> bool fits_ghosts(const decomposition<D>& cut, int axis) {
  const std::int64_t unit = cut.unit()[axis], cells = cut.cells()[axis];
  return round_up(cells, unit) - cells >= 2 * cut.halo()[axis];
}

} // namespace

template <int D> axis_kinds<D> kinds_of_axes(const decomposition<D>& cut, bool wrap_in_place) {
  axis_kinds<D> axes;
  for (int a = 0; a < D; ++a) {
    const bool split = cut.process_grid()[a] > 1, periodic = cut.periodic()[a];
    axes.seam[a] = periodic && cut.cells()[a] % cut.unit()[a] != 0;
    axes.closed[a] = periodic && !split && wrap_in_place && (!axes.seam[a] || fits_ghosts(cut, a));
    axes.ghosted[a] = cut.halo()[a] > 0 && (axes.seam[a] || !axes.closed[a]);
    axes.padded[a] = axes.ghosted[a] && !axes.closed[a];
    axes.exchanging[a] = axes.padded[a] && (split || (periodic && !axes.seam[a]));
  }
  return axes;
}

template <int D> box<D> bricks_of(const decomposition<D>& cut, int rank) {
  box<D> result = cut.part(rank);
  if (empty(result)) return {};
  for (int a = 0; a < D; ++a) {
    result.low[a] /= cut.unit()[a];
    result.high[a] = (result.high[a] + cut.unit()[a] - 1) / cut.unit()[a];
  }
  return result;
}

template <int D>
bool crosses_seam(const decomposition<D>& cut, const axis_kinds<D>& axes, int rank,
                  const index_argument<D>& direction) {
  const index<D> place = cut.coordinates(rank);
  for (int a = 0; a < D; ++a) {
    const std::int64_t end = direction[a] > 0 ? cut.process_grid()[a] - 1 : 0;
    if (direction[a] && axes.seam[a] && place[a] == end) return true;
  }
  return false;
}

template <int D>
std::vector<region<D>> regions_of(const decomposition<D>& cut, const axis_kinds<D>& axes, int rank,
                                  std::int64_t align) {
  region<D> whole;
  whole.bricks = bricks_of(cut, rank);
  const index<D> width = shape(whole.bricks);
  std::vector<int> sided; // the axes with two different sides
  for (int a = 0; a < D; ++a) {
    if (!axes.exchanging[a]) continue;
    if (width[a] > 1)
      sided.push_back(a);
    else
      whole.low |= 1u << a, whole.high |= 1u << a;
  }
  std::vector<region<D>> regions;
  std::int64_t next = 0;
  const int dims = static_cast<int>(sided.size());
  for (int code : region_order(dims)) {
    region<D> r = whole;
    for (int i = dims - 1; i >= 0; --i, code /= 3)
      narrow(r, sided[static_cast<std::size_t>(i)], code % 3 - 1);
    if (empty(r.bricks)) continue;
    r.first = round_up(next, align);
    next = r.first + volume(r.bricks);
    regions.push_back(r);
  }
  return regions;
}

template <int D> bool is_towards(const region<D>& r, const index_argument<D>& direction) {
  for (int a = 0; a < D; ++a) {
    if (direction[a] < 0 && !(r.low & 1u << a)) return false;
    if (direction[a] > 0 && !(r.high & 1u << a)) return false;
  }
  return true;
}

template <int D>
std::vector<region<D>> regions_towards(const std::vector<region<D>>& regions, const index_argument<D>& direction) {
  std::vector<region<D>> result;
  for (const region<D>& r : regions)
    if (is_towards<D>(r, direction)) result.push_back(r);
  return result;
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template axis_kinds<D> kinds_of_axes(const decomposition<D>&, bool);                                                 \
  template box<D> bricks_of(const decomposition<D>&, int);                                                             \
  template bool crosses_seam(const decomposition<D>&, const axis_kinds<D>&, int, const index_argument<D>&);            \
  template std::vector<region<D>> regions_of(const decomposition<D>&, const axis_kinds<D>&, int, std::int64_t);        \
  template bool is_towards(const region<D>&, const index_argument<D>&);                                                \
  template std::vector<region<D>> regions_towards(const std::vector<region<D>>&, const index_argument<D>&);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
