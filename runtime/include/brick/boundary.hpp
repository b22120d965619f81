// SPDX-License-Identifier: MIT
// What lies beyond the domain: a condition per axis and side.
#pragma once

#include <array>
#include <string>

#include "brick/error.hpp"

namespace brick {

enum class boundary_kind { periodic, dirichlet };

/// The condition at one side of an axis; `value` is what ghost cells beyond a dirichlet side hold.
struct boundary_condition {
  boundary_kind kind = boundary_kind::periodic;
  double value = 0;
};

/// The axis closes on itself; must stand on both sides.
inline constexpr boundary_condition periodic{};

/// Every cell beyond the side holds `value`. Where a cell is beyond several such sides, the slowest axis decides.
constexpr boundary_condition dirichlet(double value) { return {boundary_kind::dirichlet, value}; }

/// The two ends of an axis.
struct boundary_sides {
  boundary_condition low, high;

  constexpr boundary_sides() = default;
  constexpr boundary_sides(boundary_condition both) : low(both), high(both) {}
  constexpr boundary_sides(boundary_condition at_low, boundary_condition at_high) : low(at_low), high(at_high) {}
};

/// The conditions of a D-dimensional domain, from one for all sides (`= periodic`), or one entry per axis, each a
/// single condition or a `{low, high}` pair. Throws `error` when an axis is periodic on one side only.
template <int D> class boundaries {
public:
  constexpr boundaries() = default;
  constexpr boundaries(boundary_condition all) { sides_.fill(all); }
  constexpr boundaries(boundary_condition low, boundary_condition high)
    requires(D == 1)
      : boundaries(std::array{boundary_sides(low, high)}) {}
  constexpr boundaries(boundary_sides axis0)
    requires(D == 1)
      : boundaries(std::array{axis0}) {}
  constexpr boundaries(boundary_sides axis0, boundary_sides axis1)
    requires(D == 2)
      : boundaries(std::array{axis0, axis1}) {}
  constexpr boundaries(boundary_sides axis0, boundary_sides axis1, boundary_sides axis2)
    requires(D == 3)
      : boundaries(std::array{axis0, axis1, axis2}) {}
  constexpr boundaries(const std::array<boundary_sides, D>& sides) : sides_(sides) {
    for (int a = 0; a < D; ++a)
      if ((sides_[a].low.kind == boundary_kind::periodic) != (sides_[a].high.kind == boundary_kind::periodic))
        throw error("boundary: axis " + std::to_string(a) + " is periodic on one side only");
  }

  constexpr const boundary_sides& operator[](int axis) const { return sides_[axis]; }
  constexpr bool is_periodic(int axis) const { return sides_[axis].low.kind == boundary_kind::periodic; }

  /// Which axes close on themselves.
  constexpr std::array<bool, D> periodic_axes() const {
    std::array<bool, D> result{};
    for (int a = 0; a < D; ++a)
      result[a] = is_periodic(a);
    return result;
  }

private:
  std::array<boundary_sides, D> sides_{};
};

} // namespace brick
