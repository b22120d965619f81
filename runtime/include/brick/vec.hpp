// SPDX-License-Identifier: MIT
// Vectors of cells on GNU vector extensions: the type and the few operations the language itself has no word for.
// Lane i of every result depends on lane i of the arguments only (but for align), by exactly the scalar operation, so a
// vector kernel is bit-equal to the same expression evaluated cell by cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>
#include <utility>

#include "brick/inline.hpp"
#include "brick/vec_convert.hpp"
#include "brick/vec_type.hpp"

namespace brick {

namespace detail {
template <std::size_t Bytes> struct mask_lane;
template <> struct mask_lane<4> {
  using type = std::int32_t;
};
template <> struct mask_lane<8> {
  using type = std::int64_t;
};

/// Whether one instruction shifts a pair of vectors by lanes, but the compiler would not take it: GCC permutes, and
/// keeps a register, or loads a vector, for the lanes of each shift.
template <int First, class V>
inline constexpr bool shifts_lanes =
#if defined(__AVX512VL__) && !defined(__clang__)
    First > 0 && First < lanes<V> && sizeof(V) >= 32;
#else
    false;
#endif

template <int First, class V, std::size_t... Lane> BRICK_INLINE V align(V low, V high, std::index_sequence<Lane...>) {
  if constexpr (shifts_lanes<First, V>) {
    V result;
    if constexpr (sizeof(lane_t<V>) == 8)
      asm("valignq {%3, %1, %2, %0|%0, %2, %1, %3}" : "=v"(result) : "vm"(low), "v"(high), "i"(First));
    else
      asm("valignd {%3, %1, %2, %0|%0, %2, %1, %3}" : "=v"(result) : "vm"(low), "v"(high), "i"(First));
    return result;
  } else {
    return __builtin_shufflevector(low, high, (First + int(Lane))...);
  }
}
} // namespace detail

/// The type of a comparison of vectors of `Lanes` values of type T.
template <class T, int Lanes> using mask = vec<typename detail::mask_lane<sizeof(T)>::type, Lanes>;

/// Lanes `First`, `First` + 1, ... of `low` followed by `high`: the vector that begins `First` cells into `low`.
template <int First, vector V> BRICK_INLINE V align(V low, V high) {
  static_assert(0 <= First && First <= lanes<V>, "align: the first lane must lie in the first vector");
  return detail::align<First>(low, high, std::make_index_sequence<lanes<V>>());
}

/// The value in every lane.
template <vector V> BRICK_INLINE V broadcast(lane_t<V> value) {
  return value - V{}; // not V{} + value, which loses the sign of -0.0
}

namespace detail {
template <class V, std::size_t... Lane> BRICK_INLINE V count_up(std::index_sequence<Lane...>) {
  return V{lane_t<V>(Lane)...};
}
} // namespace detail

/// `first`, `first` + 1, ... in the lanes.
template <vector V> BRICK_INLINE V count_from(lane_t<V> first) {
  return first + detail::count_up<V>(std::make_index_sequence<lanes<V>>());
}

namespace detail {
/// Whether a floating-point value, scalar or vector, truncates to a number that T can hold.
template <class T, class Real, class V> BRICK_INLINE auto fits(V value) {
  constexpr Real limit = -Real(std::numeric_limits<T>::min());
  if constexpr (std::numeric_limits<Real>::digits > std::numeric_limits<T>::digits)
    return (value > -limit - 1) & (value < limit);
  else
    return (value >= -limit) & (value < limit);
}
template <class T, class Real>
inline constexpr bool truncates = std::is_floating_point_v<Real> && std::is_integral_v<T>;
} // namespace detail

/// The value, or every lane of it, converted to T as static_cast does. Where an integer cannot hold the value, which
/// leaves static_cast undefined, it is 0.
template <class T, vector V> BRICK_INLINE vec<T, lanes<V>> convert(V value) {
  if constexpr (detail::truncates<T, lane_t<V>>) value = detail::fits<T, lane_t<V>>(value) ? value : V{};
  return detail::converted<T>(value);
}
template <class T, class Real> BRICK_INLINE T convert(Real value) {
  static_assert(detail::truncates<T, Real>, "other conversions of scalars are the language's");
  return detail::fits<T, Real>(value) ? static_cast<T>(value) : T(0);
}

/// `condition` as a mask for values of type T: of a mask for a type of another width, or of one truth value.
template <class T, vector M> BRICK_INLINE mask<T, lanes<M>> mask_for(M condition) {
  return detail::converted<lane_t<mask<T, lanes<M>>>>(condition);
}
template <vector M> BRICK_INLINE M broadcast_mask(bool condition) { return M{} - lane_t<M>(condition); }

namespace detail {
template <vector V> BRICK_INLINE V spread(V value) { return value; }
template <vector V> BRICK_INLINE V spread(lane_t<V> value) { return broadcast<V>(value); }
} // namespace detail

/// `when_true` in the lanes where `condition`, a mask or one truth value, holds, `when_false` elsewhere. Either may be
/// a scalar, so V is named: select<vec>(a < b, a, 0.0).
template <vector V, class Condition, class A, class B>
BRICK_INLINE V select(Condition condition, A when_true, B when_false) {
  const V yes = detail::spread<V>(when_true), no = detail::spread<V>(when_false);
  if constexpr (vector<Condition>)
    return mask_for<lane_t<V>>(condition) ? yes : no;
  else
    return condition ? yes : no;
}

} // namespace brick
