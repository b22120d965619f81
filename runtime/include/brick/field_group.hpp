// SPDX-License-Identifier: MIT
// Groups of fields as parameters of steps: std::array and structs of fields. What brickc compiles knows their members;
// here only a field of each is looked for, to know the dimensions of a step and its grid.
#pragma once

#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

#include "brick/entity.hpp"
#include "brick/members.hpp"

namespace brick::detail {

/// Whether T has a member function that says which its fields are.
template <class T>
concept says_which_fields = requires(T& group) { std::tuple_size<decltype(group.fields())>::value; };

/// What may be fields, or have some, in a class: what its member function `fields` returns, or its members.
template <class T> constexpr auto parts_of(T& group) {
  if constexpr (says_which_fields<T>)
    return group.fields();
  else
    return visit_members(group, [](auto&... members) { return std::tie(members...); });
}

/// Whether it is a class whose members may be fields: structs of numbers are copied byte by byte, those of references
/// cannot be assigned.
template <class T>
concept may_have_fields =
    std::is_class_v<T> &&
    (says_which_fields<T> ||
     (std::is_aggregate_v<T> && !(std::is_trivially_copyable_v<T> && std::is_copy_assignable_v<T>)));

/// The dimensions of the first field in T, which may be one, a group of fields, or something else: 0 then.
template <class T> struct dimensions_in {
  static constexpr int value = [] {
    if constexpr (field_dimensions<T> > 0)
      return field_dimensions<T>;
    else if constexpr (may_have_fields<T>)
      return dimensions_in<decltype(parts_of(std::declval<T&>()))>::value;
    else
      return 0;
  }();
};
template <class T> struct dimensions_in<T&> : dimensions_in<T> {};
template <class T> struct dimensions_in<const T> : dimensions_in<T> {};
template <class T, std::size_t N> struct dimensions_in<std::array<T, N>> {
  static constexpr int value = N > 0 ? dimensions_in<T>::value : 0;
};
template <> struct dimensions_in<std::tuple<>> {
  static constexpr int value = 0;
};
/// Where one is a field itself, the others are not looked into: it is the first that counts.
template <class First, class... Rest> struct dimensions_in<std::tuple<First, Rest...>> {
  static constexpr int value = [] {
    if constexpr (field_dimensions<First> > 0)
      return field_dimensions<First>;
    else if constexpr (((field_dimensions<Rest> > 0) || ...))
      return dimensions_in<std::tuple<Rest...>>::value;
    else if constexpr (dimensions_in<First>::value > 0)
      return dimensions_in<First>::value;
    else
      return dimensions_in<std::tuple<Rest...>>::value;
  }();
};

template <class First, class Second>
struct dimensions_in<std::pair<First, Second>> : dimensions_in<std::tuple<First, Second>> {};

/// The first of these objects that is a field; where none is, the first field in them.
template <class First, class... Rest> const auto& first_field_of(First&& first, Rest&&... rest) {
  using object = std::remove_cvref_t<First>;
  constexpr auto among = [](auto&... member) -> const auto& { return first_field_of(member...); };
  if constexpr (field_dimensions<First> > 0)
    return first;
  else if constexpr (((field_dimensions<Rest> > 0) || ...))
    return first_field_of(rest...);
  else if constexpr (dimensions_in<First>::value == 0)
    return first_field_of(rest...);
  else if constexpr (requires { std::tuple_size<object>::value; }) // std::array, or what fields() returns
    return std::apply(among, first);
  else
    return std::apply(among, parts_of(first));
}

/// The dimensions of a step's fields.
template <auto Step> consteval int dimensions_of() {
  constexpr int dimensions = dimensions_in<parameters_of<Step>>::value;
  static_assert(
      dimensions > 0,
      "a step takes at least one brick::field<T, D>&, as a parameter of its own, in a std::array, in a struct "
      "of at most 16 members without constructors, bases and C arrays, or in one whose member function "
      "fields() returns std::tie of its fields");
  return dimensions;
}

} // namespace brick::detail
