// SPDX-License-Identifier: MIT
// The position of a cell in the whole domain, as user functions see it.
#pragma once

#include "brick/index.hpp"

namespace brick {

/// The global index of a cell, one entry per axis, axis 0 slowest.
template <int D> struct point {
  index<D> cell{};

  constexpr std::int64_t operator[](int axis) const { return cell[axis]; }
  friend constexpr bool operator==(const point&, const point&) = default;
};

} // namespace brick
