// SPDX-License-Identifier: MIT
// Directions to neighbours, {-1, 0, 1} per axis, and their codes. Free of MPI.
#pragma once

#include "brick/index.hpp"

namespace brick {

/// Number of direction codes, 3^D; the middle one means "here".
constexpr int direction_count(int dims) {
  int count = 1;
  while (dims-- > 0)
    count *= 3;
  return count;
}

/// The code of the direction that is 0 on every axis.
constexpr int middle_direction(int dims) { return direction_count(dims) / 2; }

/// The code of a direction: the sum over the axes of (d[a] + 1) * 3^(D-1-a).
template <std::size_t D> constexpr int direction_code(const std::array<std::int64_t, D>& direction) {
  int code = 0;
  for (std::int64_t d : direction)
    code = 3 * code + static_cast<int>(d) + 1;
  return code;
}

/// The direction with a code, entries -1, 0, 1.
template <int D> constexpr index<D> direction_of(int code) {
  index<D> direction{};
  for (int a = D - 1; a >= 0; --a, code /= 3)
    direction[a] = code % 3 - 1;
  return direction;
}

/// The code of the opposite direction.
constexpr int opposite(int code, int dims) { return direction_count(dims) - 1 - code; }

template <std::size_t D> constexpr std::array<std::int64_t, D> opposite(std::array<std::int64_t, D> direction) {
  for (std::int64_t& d : direction)
    d = -d;
  return direction;
}

} // namespace brick
