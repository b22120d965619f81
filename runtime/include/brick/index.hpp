// SPDX-License-Identifier: MIT
// Cell and brick coordinates: `index`, `box`, and the few operations on them that the whole runtime shares.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <type_traits>

#ifdef _GLIBCXX_DEBUG
#error "brick's library has been built without _GLIBCXX_DEBUG, which makes other types of std::vector"
#endif

namespace brick {

/// Cells (or bricks) per axis. Axis 0 is the slowest, axis D-1 has unit stride.
template <int D> using index = std::array<std::int64_t, D>;

namespace detail {
/// Of grids, fields and what kernels see of them.
template <int D> inline constexpr bool is_dimension = D >= 1 && D <= 3;
} // namespace detail

/// The same as a parameter from which D is not deduced (std::array counts in another type than box does).
template <int D> using index_argument = std::type_identity_t<index<D>>;

/// A half-open box of global cell (or brick) coordinates: low <= x < high.
template <int D> struct box {
  index<D> low{};
  index<D> high{};
  friend bool operator==(const box&, const box&) = default;
};

/// Quotient rounded towards minus infinity; `divisor` is positive.
constexpr std::int64_t floor_div(std::int64_t value, std::int64_t divisor) {
  return value >= 0 ? value / divisor : -((-value + divisor - 1) / divisor);
}

/// The smallest multiple of `unit` that is not below `value`; `value` is not negative.
constexpr std::int64_t round_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

/// The index with `value` on every axis.
template <int D> constexpr index<D> filled(std::int64_t value) {
  index<D> result;
  result.fill(value);
  return result;
}

/// The product of the entries: the cells in a block of that extent.
template <std::size_t D> constexpr std::int64_t product(const std::array<std::int64_t, D>& extent) {
  std::int64_t result = 1;
  for (std::int64_t n : extent)
    result *= n;
  return result;
}

/// Cells per axis of a box; negative widths count as 0.
template <int D> constexpr index<D> shape(const box<D>& b) {
  index<D> result;
  for (int a = 0; a < D; ++a)
    result[a] = std::max<std::int64_t>(0, b.high[a] - b.low[a]);
  return result;
}

template <int D> constexpr std::int64_t volume(const box<D>& b) { return product(shape(b)); }

/// Also of boxes whose extent is more than 64 bits count.
template <int D> constexpr bool empty(const box<D>& b) {
  for (int a = 0; a < D; ++a)
    if (b.high[a] <= b.low[a]) return true;
  return false;
}

template <int D> constexpr bool contains(const box<D>& b, const index_argument<D>& x) {
  for (int a = 0; a < D; ++a)
    if (x[a] < b.low[a] || x[a] >= b.high[a]) return false;
  return true;
}

/// The row-major position of `x` in `b` (axis D-1 fastest), counted from 0.
template <int D> constexpr std::int64_t position_in(const box<D>& b, const index_argument<D>& x) {
  std::int64_t result = 0;
  for (int a = 0; a < D; ++a)
    result = result * (b.high[a] - b.low[a]) + (x[a] - b.low[a]);
  return result;
}

/// Calls `visit(x)` for every x of `b` in row-major order.
template <int D, class Visit> constexpr void for_each_in(const box<D>& b, Visit&& visit) {
  if (empty(b)) return;
  for (index<D> x = b.low;;) {
    visit(x);
    int a = D - 1;
    while (a >= 0 && ++x[a] == b.high[a]) {
      x[a] = b.low[a];
      --a;
    }
    if (a < 0) return;
  }
}

namespace detail {

/// Calls `visit(cell)` for the first cell of each row of a box, rows being along the last axis.
template <int D, class Visit> constexpr void for_each_row(box<D> cells, Visit&& visit) {
  if (empty(cells)) return;
  cells.high[D - 1] = cells.low[D - 1] + 1;
  for_each_in(cells, visit);
}

/// The cells that are in both boxes.
template <int D> constexpr box<D> intersection(const box<D>& a, const box<D>& b) {
  box<D> both;
  for (int axis = 0; axis < D; ++axis) {
    both.low[axis] = std::max(a.low[axis], b.low[axis]);
    both.high[axis] = std::max(both.low[axis], std::min(a.high[axis], b.high[axis]));
  }
  return both;
}

} // namespace detail

/// "17x24x40", for messages.
std::string to_string(std::span<const std::int64_t> x);
template <std::size_t D> std::string to_string(const std::array<std::int64_t, D>& x) { return to_string(std::span(x)); }

} // namespace brick
