// SPDX-License-Identifier: MIT
// One of two values, as a comparison of them says. Processors have an instruction for that. Clang finds it; GCC does
// where nothing else needs the comparison, but not where the smaller and the larger value of a pair are wanted. It then
// compares, and chooses, and takes a minute to compile networks of hundreds of these.
#pragma once

#include "brick/vec.hpp"

namespace brick::math {

namespace detail {
template <bool Less, vector V> BRICK_INLINE V extreme(V x, V y) {
#if !defined(__clang__)
  [[maybe_unused]] constexpr bool is_double = std::is_same_v<lane_t<V>, double>;
  [[maybe_unused]] constexpr bool is_float = std::is_same_v<lane_t<V>, float>;
  [[maybe_unused]] constexpr bool is_int = std::is_same_v<lane_t<V>, std::int32_t>;
#if defined(__SSE4_1__)
  if constexpr (sizeof(V) == 16 && is_double) return Less ? __builtin_ia32_minpd(x, y) : __builtin_ia32_maxpd(x, y);
  if constexpr (sizeof(V) == 16 && is_float) return Less ? __builtin_ia32_minps(x, y) : __builtin_ia32_maxps(x, y);
  if constexpr (sizeof(V) == 16 && is_int)
    return Less ? __builtin_ia32_pminsd128(x, y) : __builtin_ia32_pmaxsd128(x, y);
#endif
#if defined(__AVX2__)
  if constexpr (sizeof(V) == 32 && is_double)
    return Less ? __builtin_ia32_minpd256(x, y) : __builtin_ia32_maxpd256(x, y);
  if constexpr (sizeof(V) == 32 && is_float)
    return Less ? __builtin_ia32_minps256(x, y) : __builtin_ia32_maxps256(x, y);
  if constexpr (sizeof(V) == 32 && is_int)
    return Less ? __builtin_ia32_pminsd256(x, y) : __builtin_ia32_pmaxsd256(x, y);
#endif
#if defined(__AVX512F__) // -1: in all lanes; 4: rounding, which does not matter, as it is
  if constexpr (sizeof(V) == 64 && is_double)
    return Less ? __builtin_ia32_minpd512_mask(x, y, x, -1, 4) : __builtin_ia32_maxpd512_mask(x, y, x, -1, 4);
  if constexpr (sizeof(V) == 64 && is_float)
    return Less ? __builtin_ia32_minps512_mask(x, y, x, -1, 4) : __builtin_ia32_maxps512_mask(x, y, x, -1, 4);
  if constexpr (sizeof(V) == 64 && is_int)
    return Less ? __builtin_ia32_pminsd512_mask(x, y, x, -1) : __builtin_ia32_pmaxsd512_mask(x, y, x, -1);
  if constexpr (sizeof(V) == 64 && std::is_same_v<lane_t<V>, std::int64_t>) {
    using words = long long __attribute__((vector_size(64)));
    const auto a = reinterpret_cast<words>(x), b = reinterpret_cast<words>(y);
    return reinterpret_cast<V>(Less ? __builtin_ia32_pminsq512_mask(a, b, a, -1)
                                    : __builtin_ia32_pmaxsq512_mask(a, b, a, -1));
  }
#endif
#endif
  if constexpr (Less)
    return x < y ? x : y;
  else
    return x > y ? x : y;
}
} // namespace detail

/// `x < y ? x : y` in every lane, so `y` where either is a NaN, and of two zeros.
template <vector V> BRICK_INLINE V first_if_less(V x, std::type_identity_t<V> y) { return detail::extreme<true>(x, y); }

/// `x > y ? x : y` in every lane, so `y` where either is a NaN, and of two zeros.
template <vector V> BRICK_INLINE V first_if_greater(V x, std::type_identity_t<V> y) {
  return detail::extreme<false>(x, y);
}

} // namespace brick::math
