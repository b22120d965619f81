// SPDX-License-Identifier: MIT
// What the library knows about a stencil or step from its type: parameters, dimensions, and its name for messages.
#pragma once

#include <string_view>
#include <tuple>
#include <type_traits>

namespace brick {

template <class T, int D> class field;

namespace detail {

template <class Function> struct signature;
template <class R, class... P> struct signature<R (*)(P...)> {
  using result = R;
  using parameters = std::tuple<P...>;
};
template <class R, class... P> struct signature<R (*)(P...) noexcept> : signature<R (*)(P...)> {};

/// The parameter types of a stencil or step, as a tuple.
template <auto Entity> using parameters_of = typename signature<decltype(Entity)>::parameters;

/// The same as the type of a value.
template <auto Entity> using parameters_type = std::type_identity<parameters_of<Entity>>;

/// The dimensions of a field type; 0 for everything else.
template <class T> inline constexpr int field_dimensions = 0;
template <class T, int D> inline constexpr int field_dimensions<field<T, D>> = D;
template <class T> inline constexpr int field_dimensions<const T> = field_dimensions<T>;
template <class T> inline constexpr int field_dimensions<T&> = field_dimensions<T>;

/// The name of a function as the compiler spells it, e.g. "heat" or "star<4>".
template <auto Entity> constexpr std::string_view entity_name() {
  std::string_view text = __PRETTY_FUNCTION__;
  constexpr std::string_view before = "Entity = ";
  text.remove_prefix(text.find(before) + before.size());
  text = text.substr(0, text.find_first_of(";]"));
  if (text.starts_with('&')) text.remove_prefix(1);
  return text;
}

} // namespace detail

} // namespace brick
