// SPDX-License-Identifier: MIT
// Integer arithmetic that has a result for all operands, on vectors and scalars. A generated kernel computes both sides
// of a condition and the cells of a brick beyond the domain, whose values nobody uses: an overflow, a division by zero
// or a shift by too much there must neither trap nor be undefined. Where C++ defines a result it is this one.
#pragma once

#include "brick/vec.hpp"
#include <limits>

namespace brick::integer {

namespace detail {
/// The type of an operation on A and B: the vector among them, or the scalar that both are.
template <class A, class B> using result_t = std::conditional_t<vector<A>, A, B>;

template <class V> struct lane_of {
  using type = V;
};
template <vector V> struct lane_of<V> {
  using type = lane_t<V>;
};
template <class V> using element_t = typename lane_of<V>::type;

template <class V> struct bits_of {
  using type = std::make_unsigned_t<V>;
};
template <vector V> struct bits_of<V> {
  using type = vec<std::make_unsigned_t<lane_t<V>>, lanes<V>>;
};

template <class V, class T> BRICK_INLINE V spread(T value) {
  if constexpr (vector<V> && !vector<T>)
    return broadcast<V>(value);
  else
    return value;
}

/// The operand as unsigned numbers, whose arithmetic wraps around.
template <class V, class T> BRICK_INLINE auto bits(T value) {
  return (typename bits_of<V>::type)(spread<V>(value)); // of a vector the same bits, of a scalar the same value mod 2^n
}

/// The divisor, or 1 where the quotient does not exist.
template <class V> BRICK_INLINE V possible_divisor(V dividend, V divisor) {
  constexpr auto least = std::numeric_limits<element_t<V>>::min();
  const auto impossible = (divisor == 0) | ((divisor == -1) & (dividend == least));
  return impossible ? spread<V>(element_t<V>(1)) : divisor;
}

/// Whether a quotient of doubles is rounded once, and not a product with a reciprocal.
#if defined(__FAST_MATH__) || defined(__RECIPROCAL_MATH__)
inline constexpr bool divides_exactly = false;
#else
inline constexpr bool divides_exactly = true;
#endif

/// The quotient; of numbers of 32 bits that of doubles, cut off: a fraction of these is far enough from the next whole
/// number. (Integers are divided lane by lane.)
template <class V> BRICK_INLINE V quotient(V dividend, V divisor) {
  if constexpr (vector<V> && sizeof(element_t<V>) == 4 && divides_exactly) {
#if defined(__clang__) && __clang_major__ >= 18 // which has no macro for -freciprocal-math
#pragma clang fp reciprocal(off)
#endif
    using doubles = vec<double, lanes<V>>;
    const doubles ratio = brick::detail::converted<double>(dividend) / brick::detail::converted<double>(divisor);
    return __builtin_convertvector(ratio, V);
  } else {
    return dividend / divisor;
  }
}

/// A shift's count, less than the number of bits.
template <class V, class T> BRICK_INLINE V possible_count(T count) {
  return spread<V>(count) & element_t<V>(8 * sizeof(element_t<V>) - 1);
}
} // namespace detail

/// Sum, difference, product and negation modulo 2^n.
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V add(A a, B b) {
  return (V)(detail::bits<V>(a) + detail::bits<V>(b));
}
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V sub(A a, B b) {
  return (V)(detail::bits<V>(a) - detail::bits<V>(b));
}
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V mul(A a, B b) {
  return (V)(detail::bits<V>(a) * detail::bits<V>(b));
}
template <class V> BRICK_INLINE V negate(V a) { return sub(detail::element_t<V>(0), a); }

/// Quotient and remainder; `a` and 0 where b is 0 or the quotient overflows.
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V div(A a, B b) {
  const V dividend = detail::spread<V>(a);
  return detail::quotient(dividend, detail::possible_divisor<V>(dividend, detail::spread<V>(b)));
}
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V rem(A a, B b) {
  const V dividend = detail::spread<V>(a), divisor = detail::possible_divisor<V>(dividend, detail::spread<V>(b));
  return sub(dividend, mul(detail::quotient(dividend, divisor), divisor));
}

/// Shifts by the low bits of the count.
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V shl(A a, B count) {
  return (V)(detail::bits<V>(a) << detail::bits<V>(detail::possible_count<V>(count)));
}
template <class A, class B, class V = detail::result_t<A, B>> BRICK_INLINE V shr(A a, B count) {
  return detail::spread<V>(a) >> detail::possible_count<V>(count);
}

} // namespace brick::integer
