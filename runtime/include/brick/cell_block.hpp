// SPDX-License-Identifier: MIT
// Where cells lie that are together in a storage, for code that walks over cells and does not ask for each.
#pragma once

#include <array>
#include <cstdint>
#include <utility>

#include "brick/index.hpp"

namespace brick {

/// A box of cells stored at equal distances: a brick, or a whole array.
template <int D> struct cell_block {
  box<D> cells{};         ///< global coordinates
  index<D> strides{};     ///< elements from one cell to the next along each axis
  std::int64_t first = 0; ///< the element of the first cell, in a storage of one field

  /// The element offset of one of the cells from a field's first brick, in a storage of so many fields.
  [[nodiscard]] constexpr std::int64_t offset_of(const index<D>& cell, int interleaved = 1) const {
    std::int64_t offset = first * interleaved;
    for (int a = 0; a < D; ++a)
      offset += (cell[a] - cells.low[a]) * strides[a];
    return offset;
  }
};

namespace detail {

/// Elements of a storage that lie like the cells of a box: the first one, and from one cell to the next on each axis.
template <int D> struct element_places {
  std::int64_t first = 0;
  index<D> strides{};
};

/// Those of the cells of a box, from `cells.low` on, when `whole` is stored row-major.
template <int D> constexpr element_places<D> places_in(const box<D>& whole, const box<D>& cells) {
  element_places<D> places{position_in(whole, cells.low), {}};
  std::int64_t stride = 1;
  for (int a = D - 1; a >= 0; --a) {
    places.strides[a] = stride;
    stride *= whole.high[a] - whole.low[a];
  }
  return places;
}

/// Calls `visit(i, k)` for each cell of a box of that extent: its element among `one` and among `other`. Boxes that are
/// a single cell wide on the fast axes are walked over along slower ones, without a loop for each cell, and rows that
/// lie one behind the other as one.
template <int D, class Visit>
void for_each_element(const index<D>& extent, const element_places<D>& one, const element_places<D>& other,
                      Visit&& visit) {
  static_assert(D <= 3);
  struct axis {
    std::int64_t cells = 1, by = 0, other_by = 0;
  };
  std::array<axis, 3> axes;
  for (int a = 0; a < D; ++a)
    axes[static_cast<std::size_t>(3 - D + a)] = {extent[a], one.strides[a], other.strides[a]};
  if (axes[2].cells == 1) std::swap(axes[2], axes[1].cells == 1 ? axes[0] : axes[1]);
  if (axes[1].cells == 1) std::swap(axes[1], axes[0]);
  const bool are_rows_behind_each_other =
      axes[1].by == axes[2].cells * axes[2].by && axes[1].other_by == axes[2].cells * axes[2].other_by;
  if (are_rows_behind_each_other) axes[2].cells *= std::exchange(axes[1].cells, 1);
  for (std::int64_t x = 0; x < axes[0].cells; ++x)
    for (std::int64_t y = 0; y < axes[1].cells; ++y) {
      const std::int64_t i = one.first + x * axes[0].by + y * axes[1].by;
      const std::int64_t k = other.first + x * axes[0].other_by + y * axes[1].other_by;
      if (axes[2].by == 1 && axes[2].other_by == 1)
        for (std::int64_t z = 0; z < axes[2].cells; ++z)
          visit(i + z, k + z);
      else
        for (std::int64_t z = 0; z < axes[2].cells; ++z)
          visit(i + z * axes[2].by, k + z * axes[2].other_by);
    }
}

} // namespace detail

} // namespace brick
