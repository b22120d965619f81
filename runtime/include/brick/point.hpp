// SPDX-License-Identifier: MIT
// The position of a cell in the whole domain, as user functions see it.
#pragma once

#include <cstddef>
#include <tuple>
#include <type_traits>

#include "brick/index.hpp"

namespace brick {

/// The global index of a cell, one entry per axis, axis 0 slowest.
template <int D> struct point {
  index<D> cell{};

  constexpr std::int64_t operator[](int axis) const { return cell[axis]; }
  friend constexpr bool operator==(const point&, const point&) = default;
};

/// The entry of axis `Axis`: `auto [i, j] = p` takes a point apart by it.
template <std::size_t Axis, int D> constexpr std::int64_t get(const point<D>& p) {
  static_assert(Axis < D);
  return p[Axis];
}

} // namespace brick

template <int D> struct std::tuple_size<brick::point<D>> : std::integral_constant<std::size_t, D> {};
template <std::size_t Axis, int D> struct std::tuple_element<Axis, brick::point<D>> {
  using type = std::int64_t;
};
