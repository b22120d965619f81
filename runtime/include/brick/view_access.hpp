// SPDX-License-Identifier: MIT
// Views of the user's own arrays: std::mdspan, its reference implementation, and everything that looks like them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>

#include "brick/index.hpp"

namespace brick {

template <int D> class grid;

namespace detail {

template <class View, std::size_t... A>
decltype(auto) view_element(View& view, const auto& cell, std::index_sequence<A...>) {
  if constexpr (requires { view(cell[A]...); }) return view(cell[A]...);
#if defined(__cpp_multidimensional_subscript)
  else if constexpr (requires { view[cell[A]...]; })
    return view[cell[A]...];
#endif
  else if constexpr (sizeof...(A) == 1 && requires { view[cell[0]]; })
    return view[cell[0]];
  else
    return view[cell];
}

/// The element of a view at a place counted from 0.
template <int D, class View> decltype(auto) view_element(View& view, const index<D>& cell) {
  return view_element(view, cell, std::make_index_sequence<D>{});
}

/// Throws the same `error` on all ranks, with the field's name, where a view has other extents than the rank's cells.
/// Collective.
template <int D> void check_extents(const grid<D>& on, const std::string& what, const index_argument<D>& extents);

} // namespace detail

/// A view of D dimensions: `view.extent(axis)`, and elements by `view(i, j, k)`, `view[i, j, k]` where the language has
/// it, or `view[std::array{i, j, k}]`.
template <class View, int D>
concept view_of = requires(View& view, const index<D>& cell) {
  { view.extent(0) } -> std::convertible_to<std::int64_t>;
  detail::view_element<D>(view, cell);
};

} // namespace brick
