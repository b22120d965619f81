// SPDX-License-Identifier: MIT
// Vectors of one type as vectors of another, lane by lane. What the language's builtin does is right but slow in GCC
// 12: it takes a vector that is half as long as the result, or shorter, apart where one instruction would do. That is
// what kernels have where they mix types: numbers of 4 and 8 bytes, conditions on integers beside doubles, cells of
// bytes.
#pragma once

#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "brick/vec_type.hpp"

namespace brick::detail {

#if defined(__SSE4_1__) && !defined(__clang__)
#define BRICK_HAS_CONVERSIONS 1

/// `extended(v, vec<To, Lanes>())`: the first lanes of a register as wider ones.
#define BRICK_EXTENDS(From, In, To, Lanes, Call)                                                                       \
  BRICK_INLINE vec<To, Lanes> extended(vec<From, In> v, vec<To, Lanes>) { return (vec<To, Lanes>)(Call); }
BRICK_EXTENDS(std::int8_t, 16, std::int32_t, 4, __builtin_ia32_pmovsxbd128((vec<char, 16>)v))
BRICK_EXTENDS(std::uint8_t, 16, std::int32_t, 4, __builtin_ia32_pmovzxbd128((vec<char, 16>)v))
BRICK_EXTENDS(std::int16_t, 8, std::int32_t, 4, __builtin_ia32_pmovsxwd128((vec<short, 8>)v))
BRICK_EXTENDS(std::uint16_t, 8, std::int32_t, 4, __builtin_ia32_pmovzxwd128((vec<short, 8>)v))
BRICK_EXTENDS(std::int32_t, 4, std::int64_t, 2, __builtin_ia32_pmovsxdq128(v))
BRICK_EXTENDS(std::int32_t, 4, double, 2, __builtin_ia32_cvtdq2pd(v))
BRICK_EXTENDS(float, 4, double, 2, __builtin_ia32_cvtps2pd(v))
#if defined(__AVX2__)
BRICK_EXTENDS(std::int8_t, 16, std::int32_t, 8, __builtin_ia32_pmovsxbd256((vec<char, 16>)v))
BRICK_EXTENDS(std::uint8_t, 16, std::int32_t, 8, __builtin_ia32_pmovzxbd256((vec<char, 16>)v))
BRICK_EXTENDS(std::int16_t, 8, std::int32_t, 8, __builtin_ia32_pmovsxwd256((vec<short, 8>)v))
BRICK_EXTENDS(std::uint16_t, 8, std::int32_t, 8, __builtin_ia32_pmovzxwd256((vec<short, 8>)v))
BRICK_EXTENDS(std::int32_t, 4, std::int64_t, 4, __builtin_ia32_pmovsxdq256(v))
BRICK_EXTENDS(std::int32_t, 4, double, 4, __builtin_ia32_cvtdq2pd256(v))
BRICK_EXTENDS(float, 4, double, 4, __builtin_ia32_cvtps2pd256(v))
#endif
#if defined(__AVX512F__)
BRICK_EXTENDS(std::int8_t, 16, std::int32_t, 16,
              __builtin_ia32_pmovsxbd512_mask((vec<char, 16>)v, vec<int, 16>{}, 0xffff))
BRICK_EXTENDS(std::uint8_t, 16, std::int32_t, 16,
              __builtin_ia32_pmovzxbd512_mask((vec<char, 16>)v, vec<int, 16>{}, 0xffff))
BRICK_EXTENDS(std::int16_t, 16, std::int32_t, 16,
              __builtin_ia32_pmovsxwd512_mask((vec<short, 16>)v, vec<int, 16>{}, 0xffff))
BRICK_EXTENDS(std::uint16_t, 16, std::int32_t, 16,
              __builtin_ia32_pmovzxwd512_mask((vec<short, 16>)v, vec<int, 16>{}, 0xffff))
BRICK_EXTENDS(std::int32_t, 8, std::int64_t, 8, __builtin_ia32_pmovsxdq512_mask(v, vec<long long, 8>{}, 0xff))
BRICK_EXTENDS(std::int32_t, 8, double, 8, __builtin_ia32_cvtdq2pd512_mask(v, vec<double, 8>{}, 0xff))
BRICK_EXTENDS(float, 8, double, 8, __builtin_ia32_cvtps2pd512_mask(v, vec<double, 8>{}, 0xff, 4))
#endif
#undef BRICK_EXTENDS

/// A vector of less than a register in one.
template <vector V> BRICK_INLINE auto in_register(V value) {
  if constexpr (sizeof(V) == 4 || sizeof(V) == 8) {
    using word = std::conditional_t<sizeof(V) == 4, std::int32_t, std::int64_t>;
    word bits;
    std::memcpy(&bits, &value, sizeof bits);
    return (vec<lane_t<V>, 16 / sizeof(lane_t<V>)>)vec<word, 16 / sizeof(word)>{bits};
  } else {
    return value;
  }
}

template <class V, class T>
concept extends_to = requires(V v) { extended(in_register(v), vec<T, lanes<V>>()); };

inline constexpr std::size_t register_bytes =
#if defined(__AVX512F__)
    64;
#elif defined(__AVX2__)
    32;
#else
    16;
#endif

/// Whether integers lose bits on their way from a vector that fills a register, or some of it, to a word or more.
template <class V, class T>
inline constexpr bool loses_bits =
    std::is_integral_v<T> && std::is_integral_v<lane_t<V>> && sizeof(T) < sizeof(lane_t<V>) && sizeof(V) >= 16 &&
    sizeof(V) <= register_bytes && lanes<V> * sizeof(T) >= 4;

/// The lowest `sizeof(T)` bytes of every lane, and then once more as long as there is room in a register.
template <class T, vector V, std::size_t... Lane> BRICK_INLINE auto low_parts(V value, std::index_sequence<Lane...>) {
  constexpr int parts = sizeof(lane_t<V>) / sizeof(T);
  const auto all = (vec<T, lanes<V> * parts>)value;
  return __builtin_shufflevector(all, all, (int(Lane) % lanes<V> * parts)...);
}

template <class T, vector V> BRICK_INLINE vec<T, lanes<V>> shortened(V value) {
  constexpr std::size_t bytes = lanes<V> * sizeof(T), room = bytes < 16 ? 16 : bytes;
  const auto low = low_parts<T>(value, std::make_index_sequence<room / sizeof(T)>());
  if constexpr (bytes < 16) {
    using word = std::conditional_t<bytes == 4, std::int32_t, std::int64_t>;
    const word bits = ((vec<word, 16 / sizeof(word)>)low)[0];
    vec<T, lanes<V>> result;
    std::memcpy(&result, &bits, sizeof result);
    return result;
  } else {
    return low;
  }
}
#endif

/// Every lane converted to T, as static_cast does where T has room for it; integers are cut to the bits of T.
template <class T, vector V> BRICK_INLINE vec<T, lanes<V>> converted(V value) {
#if defined(BRICK_HAS_CONVERSIONS)
  if constexpr (extends_to<V, T>)
    return extended(in_register(value), vec<T, lanes<V>>());
  else if constexpr (loses_bits<V, T>)
    return shortened<T>(value);
  else
#endif
    return __builtin_convertvector(value, vec<T, lanes<V>>);
}
#undef BRICK_HAS_CONVERSIONS

} // namespace brick::detail
