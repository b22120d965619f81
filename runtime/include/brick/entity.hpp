// SPDX-License-Identifier: MIT
// What the library knows about a stencil or step from its type: parameters, dimensions, and its name for messages.
#pragma once

#include <string_view>
#include <tuple>

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

/// The dimensions of a field type; 0 for everything else.
template <class T> inline constexpr int field_dimensions = 0;
template <class T, int D> inline constexpr int field_dimensions<field<T, D>> = D;
template <class T> inline constexpr int field_dimensions<const T> = field_dimensions<T>;
template <class T> inline constexpr int field_dimensions<T&> = field_dimensions<T>;

template <class Parameters> struct first_field;
template <class... P> struct first_field<std::tuple<P...>> {
  static constexpr int dimensions = [] {
    int found = 0;
    ((found = found ? found : field_dimensions<P>), ...);
    return found;
  }();
};

/// The dimensions of a step's fields.
template <auto Step> consteval int dimensions_of() {
  constexpr int dimensions = first_field<parameters_of<Step>>::dimensions;
  static_assert(dimensions > 0, "a step takes at least one brick::field<T, D>&, each as a parameter of its own");
  return dimensions;
}

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
