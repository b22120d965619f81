// Stencils in a header, with its own helpers. SPDX-License-Identifier: MIT
#pragma once
#include "tables.hpp"
#include <brick/brick.hpp>
#include <cmath>

namespace shared {

/// Weighted sum over the points of a table; `u` is any accessor.
template <class Accessor> double weighted(const Accessor& u) {
  double sum = 0;
  for (const auto& [dy, dx, weight] : tables::cross)
    sum += weight * u(dy, dx);
  return sum;
}

namespace {
[[brick::stencil]] void smooth(brick::out<double, 2> next, brick::in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * weighted(u);
}
} // namespace

template <int Radius, class Limit>
[[brick::stencil]] void spread(brick::out<float, 2> next, brick::in<double, 2> u, brick::in<int, 2> mask) {
  double sum = 0;
  for (int r = -Radius; r <= Radius; ++r)
    sum += u(0, r) * u(r, 0);
  next(0, 0) = mask(0, 0) & 1 ? Limit()(sum) : static_cast<float>(mask(-1, 1));
}

} // namespace shared
