// SPDX-License-Identifier: MIT
// Square roots and roundings to whole numbers, which processors have instructions for, with the bits of std:: in every
// lane. Compilers make such instructions of functions called lane by lane only in some places: GCC makes eight scalar
// ones of std::floor, and both GCC and Clang of all of them where the rounding mode may change (--fp=strict).
#pragma once

#include "brick/vec.hpp"
#include "brick/vec_lanes.hpp"
#include <cmath>

namespace brick::math {

namespace detail {

/// How the instructions round; all but `current` without the flag for inexact results.
enum rounding { down = 9, up = 10, to_zero = 11, current = 4, quietly_current = 12 };

/// Every lane rounded in one instruction where there is one for vectors of that size, by `function` otherwise.
template <rounding How, vector V, class Function> BRICK_INLINE V rounded(V x, Function function) {
  [[maybe_unused]] constexpr bool is_double = std::is_same_v<lane_t<V>, double>;
#if defined(__SSE4_1__)
  if constexpr (sizeof(V) == 16 && is_double) return __builtin_ia32_roundpd(x, How);
  if constexpr (sizeof(V) == 16 && !is_double) return __builtin_ia32_roundps(x, How);
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && is_double) return __builtin_ia32_roundpd256(x, How);
  if constexpr (sizeof(V) == 32 && !is_double) return __builtin_ia32_roundps256(x, How);
#endif
#if defined(__AVX512F__)
  constexpr int current_exceptions = 4;
  if constexpr (sizeof(V) == 64 && is_double) return __builtin_ia32_rndscalepd_mask(x, How, x, -1, current_exceptions);
  if constexpr (sizeof(V) == 64 && !is_double) return __builtin_ia32_rndscaleps_mask(x, How, x, -1, current_exceptions);
#endif
  return each_lane(x, function);
}

} // namespace detail

template <vector V> BRICK_INLINE V floor(V x) {
  return detail::rounded<detail::down>(x, [](auto lane) { return std::floor(lane); });
}
template <vector V> BRICK_INLINE V ceil(V x) {
  return detail::rounded<detail::up>(x, [](auto lane) { return std::ceil(lane); });
}
template <vector V> BRICK_INLINE V trunc(V x) {
  return detail::rounded<detail::to_zero>(x, [](auto lane) { return std::trunc(lane); });
}
template <vector V> BRICK_INLINE V rint(V x) {
  return detail::rounded<detail::current>(x, [](auto lane) { return std::rint(lane); });
}
template <vector V> BRICK_INLINE V nearbyint(V x) {
  return detail::rounded<detail::quietly_current>(x, [](auto lane) { return std::nearbyint(lane); });
}

template <vector V> BRICK_INLINE V sqrt(V x) {
#if __has_builtin(__builtin_elementwise_sqrt)
  return __builtin_elementwise_sqrt(x);
#else
  [[maybe_unused]] constexpr bool is_double = std::is_same_v<lane_t<V>, double>;
#if defined(__SSE2__)
  if constexpr (sizeof(V) == 16 && is_double) return __builtin_ia32_sqrtpd(x);
  if constexpr (sizeof(V) == 16 && !is_double) return __builtin_ia32_sqrtps(x);
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 && is_double) return __builtin_ia32_sqrtpd256(x);
  if constexpr (sizeof(V) == 32 && !is_double) return __builtin_ia32_sqrtps256(x);
#endif
#if defined(__AVX512F__) && !defined(__clang__) // Clang's word for it has no mask
  constexpr int current_rounding = 4;
  if constexpr (sizeof(V) == 64 && is_double) return __builtin_ia32_sqrtpd512_mask(x, x, -1, current_rounding);
  if constexpr (sizeof(V) == 64 && !is_double) return __builtin_ia32_sqrtps512_mask(x, x, -1, current_rounding);
#endif
  return detail::each_lane(x, [](auto lane) { return std::sqrt(lane); });
#endif
}

} // namespace brick::math
