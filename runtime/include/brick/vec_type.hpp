// SPDX-License-Identifier: MIT
// The type of a vector of cells, on GNU vector extensions.
#pragma once

#include <type_traits>
#include <utility>

#include "brick/inline.hpp"

namespace brick {

namespace detail {
template <class T, int Lanes> struct vec_of {
  typedef T type __attribute__((vector_size(Lanes * sizeof(T))));
};
} // namespace detail

/// `Lanes` values of type T. Arithmetic, comparison and logical operators work lane by lane, also with a scalar on one
/// side; a comparison gives a mask: a vector of integers as wide as T, -1 where it holds and 0 elsewhere.
template <class T, int Lanes> using vec = typename detail::vec_of<T, Lanes>::type;

/// Whether V is a vector, not a scalar.
template <class V>
concept vector = !std::is_scalar_v<V> && requires(V v) { v[0]; };

/// The type of a lane of V, and how many V has. Constrained: an overload for vectors is tried with scalars too.
template <vector V> using lane_t = std::remove_cvref_t<decltype(std::declval<V&>()[0])>;
template <vector V> inline constexpr int lanes = sizeof(V) / sizeof(lane_t<V>);

} // namespace brick
