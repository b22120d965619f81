// SPDX-License-Identifier: MIT
// What lies beyond the domain: a condition per axis and side.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstdint>
#include <string>

#include "brick/wall_function.hpp"

namespace brick {

enum class boundary_kind {
  periodic,  ///< the axis closes on itself
  dirichlet, ///< values, constant or a function of the cell
  neumann,   ///< zero gradient: cells beyond mirror those inside
  ghost,     ///< what the user puts there
};

/// The condition at one side of an axis.
struct boundary_condition {
  boundary_kind kind = boundary_kind::periodic;
  double value = 0;       ///< of a dirichlet side, unless there is a function
  wall_function function; ///< of a dirichlet side

  friend bool operator==(const boundary_condition& a, const boundary_condition& b) {
    return a.kind == b.kind && std::bit_cast<std::uint64_t>(a.value) == std::bit_cast<std::uint64_t>(b.value) &&
           a.function == b.function;
  }
};

/// The axis closes on itself; must stand on both sides.
inline constinit const boundary_condition periodic{};

/// Zero gradient: the cell k cells beyond the side holds what the k-th cell inside does.
inline constinit const boundary_condition neumann{boundary_kind::neumann, 0, {}};

/// Cells beyond the side hold what `field::fill_ghosts` or a boundary kernel has put there, 0 at first.
inline constinit const boundary_condition ghost{boundary_kind::ghost, 0, {}};

/// Every cell beyond the side holds `value`.
inline boundary_condition dirichlet(double value) { return {boundary_kind::dirichlet, value, {}}; }

/// Every cell beyond the side holds `f(brick::point<D>)`, evaluated once for each: the point is outside the domain,
/// except where other axes wrap or mirror it.
template <class F>
  requires takes_points<F>
boundary_condition dirichlet(F f) {
  return {boundary_kind::dirichlet, 0, wall_function(std::move(f))};
}

/// The two ends of an axis.
struct boundary_sides {
  boundary_condition low, high;

  boundary_sides() = default;
  boundary_sides(const boundary_condition& both);
  boundary_sides(const boundary_condition& at_low, const boundary_condition& at_high);
  friend bool operator==(const boundary_sides&, const boundary_sides&) = default;
};

/// A side of the domain: an end of an axis.
struct face {
  int axis = 0;
  bool high = false;
  friend bool operator==(const face&, const face&) = default;
};

namespace detail {

/// Throws the `error` for sides that no domain can have.
template <int D> void check_sides(const std::array<boundary_sides, D>& sides);

} // namespace detail

/// The conditions of a D-dimensional domain, from one for all sides (`= periodic`), or one entry per axis, each a
/// single condition or a `{low, high}` pair. Throws `error` when an axis is periodic on one side only, or a function
/// does not take a `point<D>`.
///
/// What a cell outside the domain holds, corners included: periodic axes wrap it, neumann axes mirror it; where it is
/// still beyond dirichlet or ghost sides, the one of the slowest axis decides.
template <int D> class boundaries {
public:
  /// Nothing said: periodic for a grid; for a field, as its grid.
  boundaries() = default;
  boundaries(const boundary_condition& all);
  boundaries(const boundary_condition& low, const boundary_condition& high)
    requires(D == 1)
      : boundaries(boundary_sides(low, high)) {}
  boundaries(const boundary_sides& axis0)
    requires(D == 1)
      : boundaries(side_list{&axis0}) {}
  boundaries(const boundary_sides& axis0, const boundary_sides& axis1)
    requires(D == 2)
      : boundaries(side_list{&axis0, &axis1}) {}
  boundaries(const boundary_sides& axis0, const boundary_sides& axis1, const boundary_sides& axis2)
    requires(D == 3)
      : boundaries(side_list{&axis0, &axis1, &axis2}) {}
  /// A template, so that two sides in braces are not an array of them.
  template <std::same_as<std::array<boundary_sides, D>> Sides>
  boundaries(const Sides& sides) : sides_(sides), given_(true) {
    detail::check_sides<D>(sides);
  }

  [[nodiscard]] bool given() const { return given_; }
  const boundary_sides& operator[](int axis) const { return sides_[axis]; }
  const boundary_condition& operator[](const face& side) const {
    return side.high ? sides_[side.axis].high : sides_[side.axis].low;
  }
  bool is_periodic(int axis) const { return sides_[axis].low.kind == boundary_kind::periodic; }
  friend bool operator==(const boundaries& a, const boundaries& b) { return a.sides_ == b.sides_; }

  /// Which axes close on themselves.
  std::array<bool, D> periodic_axes() const {
    std::array<bool, D> result{};
    for (int a = 0; a < D; ++a)
      result[a] = is_periodic(a);
    return result;
  }

private:
  /// The sides of each axis. What hands them over above stays in this header: Clang and GCC give constrained functions
  /// different names, so that a program by one could not call those in a library by the other.
  using side_list = std::array<const boundary_sides*, D>;
  explicit boundaries(const side_list& sides);

  std::array<boundary_sides, D> sides_{};
  bool given_ = false;
};

} // namespace brick
