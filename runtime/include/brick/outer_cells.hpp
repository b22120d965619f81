// SPDX-License-Identifier: MIT
// What a generated boundary kernel computes with: rows of values, one for each offset that it reads at, with a value
// for each cell of a piece of a layer.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include "brick/index.hpp"
#include "brick/vec.hpp"

namespace brick {

/// The value that a boundary kernel reads of a parameter, counted with points, at an offset from the ghost cell.
template <int D> struct outer_read {
  int parameter = 0;
  index<D> offset{};
};

/// The cells of a piece. Rows have room for whole vectors, of which the lanes behind the last cell repeat it in points,
/// and mean nothing elsewhere.
struct outer_cells {
  static constexpr std::ptrdiff_t most_lanes = 16;

  std::ptrdiff_t count = 0;             ///< cells
  std::ptrdiff_t room = 0;              ///< values from row to row, a multiple of most_lanes
  const std::int64_t* first = nullptr;  ///< the index of the first cell
  const std::int64_t* points = nullptr; ///< a row for each axis: how far from there the cells are

  /// The values of cells from `cell` on in the row `number` of `rows`.
  template <vector V, class T> BRICK_INLINE V load(const T* rows, int number, std::ptrdiff_t cell) const {
    vec<T, lanes<V>> values;
    std::memcpy(&values, rows + number * room + cell, sizeof values);
    return convert<lane_t<V>>(values);
  }

  template <vector V> BRICK_INLINE V point(int axis, std::ptrdiff_t cell) const {
    return load<V>(points, axis, cell) + first[axis];
  }

  /// Whether a condition holds for a cell of a vector.
  template <vector M> BRICK_INLINE static bool any(M condition) {
    lane_t<M> all{};
    for (int lane = 0; lane < lanes<M>; ++lane)
      all |= condition[lane];
    return all != 0;
  }

  template <vector V, class T> BRICK_INLINE void store(T* row, std::ptrdiff_t cell, V values) const {
    const auto stored = convert<T>(values);
    std::memcpy(row + cell, &stored, sizeof stored);
  }
};

} // namespace brick
