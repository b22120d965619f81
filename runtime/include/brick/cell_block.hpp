// SPDX-License-Identifier: MIT
// Where cells lie that are together in a storage, for code that walks over cells and does not ask for each.
#pragma once

#include <cstdint>

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

} // namespace brick
