// SPDX-License-Identifier: MIT
// Functions of numbers on vectors, lane by lane.
#pragma once

#include "brick/vec.hpp"

namespace brick::math::detail {

template <vector V, class Function> BRICK_INLINE V each_lane(V x, Function function) {
  V result{};
  for (int lane = 0; lane < lanes<V>; ++lane)
    result[lane] = function(x[lane]);
  return result;
}
template <vector V, class Function> BRICK_INLINE V each_lane(V x, V y, Function function) {
  V result{};
  for (int lane = 0; lane < lanes<V>; ++lane)
    result[lane] = function(x[lane], y[lane]);
  return result;
}

} // namespace brick::math::detail
