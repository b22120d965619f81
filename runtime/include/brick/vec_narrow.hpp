// SPDX-License-Identifier: MIT
// Cells of less than 32 bits. Kernels compute with vectors of 32-bit integers, so the cells of a field of bytes fill a
// quarter of a register, or less: GCC takes such vectors apart, lane by lane, where one instruction would do.
#pragma once

#include "brick/vec.hpp"
#include <cstring>

namespace brick {

namespace detail {
#if defined(__SSE4_1__) && !defined(__clang__)
/// The bytes of a vector, and others behind it.
template <vector Wide, vector V> BRICK_INLINE Wide in_register(V value) {
  if constexpr (sizeof(V) == sizeof(Wide)) {
    return (Wide)value;
  } else {
    static_assert(sizeof(Wide) == 16 && (sizeof(V) == 4 || sizeof(V) == 8));
    using word = std::conditional_t<sizeof(V) == 4, std::int32_t, std::int64_t>;
    word bits;
    std::memcpy(&bits, &value, sizeof bits);
    return (Wide)vec<word, 16 / sizeof(word)>{bits};
  }
}

/// Whether an instruction extends so many lanes.
template <int Lanes>
inline constexpr bool extends = Lanes == 4
#if defined(__AVX2__)
                                || Lanes == 8
#endif
#if defined(__AVX512F__)
                                || Lanes == 16
#endif
    ;

template <bool Signed, int Lanes> BRICK_INLINE auto extended(vec<char, 16> bytes) {
  if constexpr (Lanes == 4) return Signed ? __builtin_ia32_pmovsxbd128(bytes) : __builtin_ia32_pmovzxbd128(bytes);
#if defined(__AVX2__)
  if constexpr (Lanes == 8) return Signed ? __builtin_ia32_pmovsxbd256(bytes) : __builtin_ia32_pmovzxbd256(bytes);
#endif
#if defined(__AVX512F__)
  if constexpr (Lanes == 16)
    return Signed ? __builtin_ia32_pmovsxbd512_mask(bytes, vec<int, 16>{}, 0xffff)
                  : __builtin_ia32_pmovzxbd512_mask(bytes, vec<int, 16>{}, 0xffff);
#endif
}

template <bool Signed, int Lanes> BRICK_INLINE auto extended(vec<short, Lanes == 16 ? 16 : 8> words) {
  if constexpr (Lanes == 4) return Signed ? __builtin_ia32_pmovsxwd128(words) : __builtin_ia32_pmovzxwd128(words);
#if defined(__AVX2__)
  if constexpr (Lanes == 8) return Signed ? __builtin_ia32_pmovsxwd256(words) : __builtin_ia32_pmovzxwd256(words);
#endif
#if defined(__AVX512F__)
  if constexpr (Lanes == 16)
    return Signed ? __builtin_ia32_pmovsxwd512_mask(words, vec<int, 16>{}, 0xffff)
                  : __builtin_ia32_pmovzxwd512_mask(words, vec<int, 16>{}, 0xffff);
#endif
}

/// The lowest `sizeof(T)` bytes of every lane, and then once more as long as there is room in a register.
template <class T, vector V, std::size_t... Lane> BRICK_INLINE auto low_parts(V value, std::index_sequence<Lane...>) {
  constexpr int parts = sizeof(lane_t<V>) / sizeof(T);
  const auto all = (vec<T, lanes<V> * parts>)value;
  return __builtin_shufflevector(all, all, (int(Lane) % lanes<V> * parts)...);
}
#else
template <int Lanes> inline constexpr bool extends = false;
#endif
} // namespace detail

/// Every lane of a vector of cells as a number of type T, std::int32_t where the cells are smaller.
template <class T, vector V> BRICK_INLINE vec<T, lanes<V>> widened(V cells) {
  using cell = lane_t<V>;
#if defined(__SSE4_1__) && !defined(__clang__)
  if constexpr (sizeof(cell) < sizeof(T) && detail::extends<lanes<V>>) {
    constexpr bool has_sign = std::is_signed_v<cell>;
    if constexpr (sizeof(cell) == 1)
      return (vec<T, lanes<V>>)detail::extended<has_sign, lanes<V>>(detail::in_register<vec<char, 16>>(cells));
    else
      return (vec<T, lanes<V>>)detail::extended<has_sign, lanes<V>>(
          detail::in_register<vec<short, lanes<V> == 16 ? 16 : 8>>(cells));
  }
#endif
  return __builtin_convertvector(cells, vec<T, lanes<V>>);
}

/// Numbers as cells of type T, which have room for their lowest bits.
template <class T, vector V> BRICK_INLINE vec<T, lanes<V>> narrowed(V numbers) {
#if defined(__SSE4_1__) && !defined(__clang__)
  if constexpr (sizeof(T) < sizeof(lane_t<V>) && detail::extends<lanes<V>>) {
    constexpr std::size_t bytes = lanes<V> * sizeof(T), room = bytes < 16 ? 16 : bytes;
    const auto low = detail::low_parts<T>(numbers, std::make_index_sequence<room / sizeof(T)>());
    vec<T, lanes<V>> cells;
    if constexpr (bytes == 4) {
      const std::int32_t bits = ((vec<std::int32_t, 4>)low)[0];
      std::memcpy(&cells, &bits, bytes);
    } else if constexpr (bytes == 8) {
      const std::int64_t bits = ((vec<std::int64_t, 2>)low)[0];
      std::memcpy(&cells, &bits, bytes);
    } else {
      cells = low;
    }
    return cells;
  }
#endif
  return __builtin_convertvector(numbers, vec<T, lanes<V>>);
}

} // namespace brick
