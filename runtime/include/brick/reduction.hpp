// SPDX-License-Identifier: MIT
// The operations of a reduction: `brick::sum`, `brick::min`, `brick::max`, and the user's own.
#pragma once

#include <concepts>
#include <limits>
#include <type_traits>
#include <utility>

namespace brick {

namespace detail {

struct sum_operation {
  template <class T> constexpr T operator()(T a, T b) const { return static_cast<T>(a + b); }
  using has_vectors = void; ///< `of_vectors` is the operation lane by lane
  template <class V> static V of_vectors(V a, V b) { return a + b; }
  template <class T> constexpr T identity() const { return T{}; }
};

/// A NaN among the values is the result: `a != a` keeps one on the left, the comparison one on the right.
struct min_operation {
  template <class T> constexpr T operator()(T a, T b) const { return a < b || a != a ? a : b; }
  using has_vectors = void;
  template <class V> static V of_vectors(V a, V b) { return ((a < b) | (a != a)) ? a : b; }
  template <class T> constexpr T identity() const {
    return std::numeric_limits<T>::has_infinity ? std::numeric_limits<T>::infinity() : std::numeric_limits<T>::max();
  }
};

struct max_operation {
  template <class T> constexpr T operator()(T a, T b) const { return a > b || a != a ? a : b; }
  using has_vectors = void;
  template <class V> static V of_vectors(V a, V b) { return ((a > b) | (a != a)) ? a : b; }
  template <class T> constexpr T identity() const {
    return std::numeric_limits<T>::has_infinity ? -std::numeric_limits<T>::infinity()
                                                : std::numeric_limits<T>::lowest();
  }
};

template <class Combine, class Value> struct user_operation {
  Combine combine;
  Value value;
  template <class T> T operator()(T a, T b) const { return static_cast<T>(combine(a, b)); }
  template <class T> T identity() const { return static_cast<T>(value); }
};

template <class T> inline constexpr bool is_reduction = false;
template <> inline constexpr bool is_reduction<sum_operation> = true;
template <> inline constexpr bool is_reduction<min_operation> = true;
template <> inline constexpr bool is_reduction<max_operation> = true;
template <class C, class V> inline constexpr bool is_reduction<user_operation<C, V>> = true;

} // namespace detail

/// The sum of the values; 0 of none.
inline constexpr detail::sum_operation sum{};

/// The least and the greatest value; the largest and smallest number of the type (or infinity) of none. A NaN among
/// the values is the result.
inline constexpr detail::min_operation min{};
inline constexpr detail::max_operation max{};

/// The user's own: `combine(a, b)` of two values, `identity` the result of no values. It must be associative, or nearly
/// so, as a sum is: values are combined in pairs, always the same ones, and always in the order of the cells, so that
/// `combine(a, b)` and `combine(b, a)` may differ. Several threads call it at once.
template <class Combine, class Value>
  requires std::is_arithmetic_v<Value>
[[nodiscard]] constexpr auto associative(Combine combine, Value identity) {
  return detail::user_operation<Combine, Value>{std::move(combine), identity};
}

} // namespace brick
