// SPDX-License-Identifier: MIT
// Where a cell near a brick lies: in which of the bricks around it, and at which place there.
#pragma once

#include <cstddef>

#include "brick/inline.hpp"

namespace brick {

/// The extents of a brick in cells, slowest axis first.
template <int... Extent> struct brick_shape {
  static constexpr int axes = sizeof...(Extent);
  static constexpr int cells = (Extent * ...);
  static constexpr int extents[] = {Extent...};
  /// One of them, for devices, where members are not to be had.
  template <int Axis> BRICK_INLINE static constexpr int extent() {
    constexpr int all[] = {Extent...};
    return all[Axis];
  }
  static constexpr int directions = ((Extent / Extent * 3) * ...);
};

namespace detail {
/// On which side of a brick `at` + Offset lies on an axis: -1, 0 or 1. Only the side that Offset points to is tested.
template <int Extent, int Offset> BRICK_INLINE constexpr int side(int at) {
  static_assert(-Extent <= Offset && Offset <= Extent, "a kernel reaches no further than the next brick");
  if constexpr (Offset < 0) return at + Offset < 0 ? -1 : 0;
  if constexpr (Offset > 0) return at + Offset >= Extent ? 1 : 0;
  return 0;
}

/// A position, built axis by axis.
struct position {
  int code = 0;               ///< of the direction in which it leaves the brick
  std::ptrdiff_t slowest = 0; ///< where it is in that brick: its coordinate on the slowest axis, kept apart so that
  int others = 0;             ///< all rows of a plane share one address; the cells before it on the other axes
  bool on_slowest = true;

  template <int Extent, int Offset> BRICK_INLINE constexpr position with(int at) const {
    const int beyond = side<Extent, Offset>(at);
    const int inside = at + Offset - beyond * Extent;
    return on_axis<Extent>(beyond, inside);
  }

  /// The same for an `at` that may itself lie in a neighbour.
  template <int Extent, int Offset> BRICK_INLINE constexpr position with_any(int at) const {
    const int beyond = at + Offset < 0 ? -1 : at + Offset >= Extent ? 1 : 0;
    return on_axis<Extent>(beyond, at + Offset - beyond * Extent);
  }

  template <int Extent> BRICK_INLINE constexpr position on_axis(int beyond, int inside) const {
    if (on_slowest) return {beyond + 1, inside, 0, false};
    return {3 * code + beyond + 1, slowest * Extent, others * Extent + inside, false};
  }
};
} // namespace detail

} // namespace brick
