// SPDX-License-Identifier: MIT
// a * b + c, rounded once, on vectors. Newer Clangs have a word for it; GCC and older ones have one for each kind of
// register, and GCC makes instructions of std::fma lane by lane only in some places.
#pragma once

#include "brick/vec.hpp"
#include <cmath>

namespace brick::math {

/// std::fma in every lane.
template <vector V> BRICK_INLINE V fma(V a, std::type_identity_t<V> b, std::type_identity_t<V> c) {
#if __has_builtin(__builtin_elementwise_fma)
  return __builtin_elementwise_fma(a, b, c);
#else
#if defined(__FMA__)
  constexpr bool is_double = std::is_same_v<lane_t<V>, double>;
  if constexpr (sizeof(V) == 16 && is_double) return __builtin_ia32_vfmaddpd(a, b, c);
  if constexpr (sizeof(V) == 16 && !is_double) return __builtin_ia32_vfmaddps(a, b, c);
  if constexpr (sizeof(V) == 32 && is_double) return __builtin_ia32_vfmaddpd256(a, b, c);
  if constexpr (sizeof(V) == 32 && !is_double) return __builtin_ia32_vfmaddps256(a, b, c);
#endif
#if defined(__AVX512F__)
  constexpr int current_rounding = 4;
  if constexpr (sizeof(V) == 64 && is_double) return __builtin_ia32_vfmaddpd512_mask(a, b, c, -1, current_rounding);
  if constexpr (sizeof(V) == 64 && !is_double) return __builtin_ia32_vfmaddps512_mask(a, b, c, -1, current_rounding);
#endif
  V result{};
  for (int lane = 0; lane < lanes<V>; ++lane)
    result[lane] = std::fma(a[lane], b[lane], c[lane]);
  return result;
#endif
}

} // namespace brick::math
