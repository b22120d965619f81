// SPDX-License-Identifier: MIT
// The values of a reduction's sweep, combined to leaves as they come: a leaf is a row of a brick, and as many rows as a
// vector has lanes are combined at once, in registers.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

#include "brick/fold.hpp"
#include "brick/inline.hpp"
#include "brick/sweep.hpp"
#include "brick/window.hpp"

namespace brick::detail {

/// Where the leaves of one brick after the other go, a value for each row.
template <class T, class Operation> class leaf_values {
public:
  leaf_values(T* leaves, const Operation& operation) : leaves(leaves), operation(operation) {}

  /// What takes the values of a brick.
  template <class Shape> class of_brick {
  public:
    BRICK_INLINE explicit of_brick(const leaf_values& all) : leaves(all.leaves), operation(all.operation) {}

    /// Takes the next vector of values, which begins at `cell`.
    template <vector V, class... Int> BRICK_INLINE void store(V values, Int... cell) {
      static_assert(row % lanes<V> == 0);
      std::ptrdiff_t place = 0; // of the cell in the brick
      std::size_t axis = 0;
      ((place = place * Shape::extents[axis++] + cell), ...);
      const std::ptrdiff_t number = place / lanes<V>, slot = number % row;
      std::memcpy(&batch[slot * sizeof(V)], &values, sizeof values);
      if (slot != row - 1) return;
      const V folded = fold_in_registers<row, V>(reinterpret_cast<const T*>(batch.data()), operation);
      std::memcpy(leaves + (number / row) * lanes<V>, &folded, sizeof folded);
    }

  private:
    static constexpr int row = Shape::extents[Shape::axes - 1];

    T* leaves;
    const Operation& operation;
    alignas(64) std::array<std::byte, row * 64> batch; ///< the vectors of so many rows as one has lanes
  };

  /// What takes those of the next brick.
  template <class Shape> BRICK_INLINE of_brick<Shape> next() {
    const of_brick<Shape> result(*this);
    leaves += Shape::cells / Shape::extents[Shape::axes - 1];
    return result;
  }
  BRICK_INLINE void operator+=(std::ptrdiff_t) {} // `next` has gone on already

private:
  T* leaves;
  const Operation& operation;
};

/// Whether brickc's version of a reduction can hand its values to that.
template <auto Stencil, class T, class Operation> constexpr bool folds_leaves() {
  if constexpr (requires { generated<Stencil>::lanes; } && folds_vectors<T, Operation>) {
    constexpr auto& brick = generated<Stencil>::brick;
    constexpr auto row = brick.back();
    std::int64_t rows = 1;
    for (std::size_t axis = 0; axis + 1 < brick.size(); ++axis)
      rows *= brick[axis];
    if constexpr (requires { generated<Stencil>::rows_at_once; }) // vectors of rows that are left out do not come
      if (generated<Stencil>::rows_at_once % generated<Stencil>::lanes != 0) return false;
    return std::has_single_bit(static_cast<std::uint64_t>(row)) && row % generated<Stencil>::lanes == 0 &&
           rows % generated<Stencil>::lanes == 0 && sizeof(T) * generated<Stencil>::lanes <= 64;
  }
  return false;
}

} // namespace brick::detail

namespace brick {

template <class T, class Shape, class Operation>
BRICK_INLINE auto values_of_brick(detail::leaf_values<T, Operation>& values) {
  return values.template next<Shape>();
}

} // namespace brick
