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

namespace brick::detail {

/// Stands for what a member is initialised with, in expressions that are never evaluated. A new value is preferred, so
/// that members need not be movable; references to what is not constant take the other.
struct any_member {
  template <class T> operator T() const&& noexcept;
  template <class T> operator T&() const& noexcept;
};

template <std::size_t> using any_member_at = any_member;

/// Whether T can be initialised with so many values.
template <class T, std::size_t... I> consteval bool has_members(std::index_sequence<I...>) {
  return requires { T{std::declval<any_member_at<I>>()...}; };
}

/// Whether T can be initialised with so many values, two values in braces, and so many behind them.
template <class T, std::size_t... Before, std::size_t... Behind>
consteval bool has_two_between(std::index_sequence<Before...>, std::index_sequence<Behind...>) {
  return requires {
    T{std::declval<any_member_at<Before>>()...,
      {std::declval<any_member>(), std::declval<any_member>()},
      std::declval<any_member_at<Behind>>()...};
  };
}

/// Stands for a base of T.
template <class T> struct any_base_of {
  template <class Base>
    requires std::is_base_of_v<Base, T>
  operator Base() const noexcept;
};

/// Whether the first of so many values that T can be initialised with, and one more, is for a base.
template <class T, std::size_t... Behind> consteval bool has_base(std::index_sequence<Behind...>) {
  return requires { T{std::declval<any_base_of<T>>(), std::declval<any_member_at<Behind>>()...}; };
}

/// Whether initialiser `At` of `Count` is one of several for a C array, which takes one for each of its elements, if
/// there are no braces.
template <class T, std::size_t Count, std::size_t At> consteval bool is_of_several() {
  return []<std::size_t... Behind>(std::index_sequence<Behind...>) {
    constexpr auto fits = []<std::size_t N>(std::index_sequence<N>) {
      return has_two_between<T>(std::make_index_sequence<At>(), std::make_index_sequence<N>());
    };
    return !fits(std::index_sequence<Count - At - 1>()) && (fits(std::index_sequence<Behind>()) || ...);
  }(std::make_index_sequence<Count - At - 1>());
}

/// The members of the aggregate T: 0 where there are more than `Most`, or where it has a base or C arrays, as these
/// make initialisers more than members.
template <class T, std::size_t Most> consteval std::size_t count_members() {
  constexpr auto initialisers = std::make_index_sequence<Most>();
  if constexpr (Most == 0)
    return 0;
  else if constexpr (!has_members<T>(initialisers))
    return count_members<T, Most - 1>();
  else
    return []<std::size_t... At>(std::index_sequence<At...>) {
      constexpr bool is_number_of_members =
          !has_base<T>(std::make_index_sequence<Most - 1>()) && !(is_of_several<T, Most, At>() || ...);
      return is_number_of_members ? Most : 0;
    }(initialisers);
}

/// Members that members_of tells apart.
inline constexpr std::size_t most_members = 16;

/// Whether T has a member function that says which its fields are.
template <class T>
concept says_which_fields = requires(T& group) { std::tuple_size<decltype(group.fields())>::value; };

/// The members of an aggregate as a tuple of references, none where they cannot be counted; of a class with a member
/// function `fields` what that returns.
template <class T> constexpr auto members_of(T& group) {
  if constexpr (says_which_fields<T>) {
    return group.fields();
  } else {
    constexpr std::size_t initialisers = count_members<std::remove_const_t<T>, most_members + 1>();
    constexpr std::size_t count = initialisers > most_members ? 0 : initialisers;
#define BRICK_MEMBERS(number, ...)                                                                                     \
  else if constexpr (count == number) {                                                                                \
    auto& [__VA_ARGS__] = group;                                                                                       \
    return std::tie(__VA_ARGS__);                                                                                      \
  }
    if constexpr (count == 0) return std::tuple<>();
    BRICK_MEMBERS(1, m1)
    BRICK_MEMBERS(2, m1, m2)
    BRICK_MEMBERS(3, m1, m2, m3)
    BRICK_MEMBERS(4, m1, m2, m3, m4)
    BRICK_MEMBERS(5, m1, m2, m3, m4, m5)
    BRICK_MEMBERS(6, m1, m2, m3, m4, m5, m6)
    BRICK_MEMBERS(7, m1, m2, m3, m4, m5, m6, m7)
    BRICK_MEMBERS(8, m1, m2, m3, m4, m5, m6, m7, m8)
    BRICK_MEMBERS(9, m1, m2, m3, m4, m5, m6, m7, m8, m9)
    BRICK_MEMBERS(10, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10)
    BRICK_MEMBERS(11, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11)
    BRICK_MEMBERS(12, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12)
    BRICK_MEMBERS(13, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13)
    BRICK_MEMBERS(14, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14)
    BRICK_MEMBERS(15, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15)
    BRICK_MEMBERS(16, m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16)
#undef BRICK_MEMBERS
  }
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
      return dimensions_in<decltype(members_of(std::declval<T&>()))>::value;
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
    return std::apply(among, members_of(first));
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
