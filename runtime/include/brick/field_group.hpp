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

/// Stands for a member that is to be initialised, in expressions that are never evaluated: a value, or a reference.
struct any_value {
  template <class T> operator T&&() const noexcept;
};
struct any_reference {
  template <class T> operator T&() const noexcept;
};

template <class Any, std::size_t> using any_for = Any;

template <class T, class Any, std::size_t... I> consteval bool has_members(std::index_sequence<I...>) {
  return requires { T{std::declval<any_for<Any, I>>()...}; };
}

/// Whether T can be initialised with so many values, two values in braces, and so many behind them.
template <class T, class Any, std::size_t... Before, std::size_t... Behind>
consteval bool has_two_between(std::index_sequence<Before...>, std::index_sequence<Behind...>) {
  return requires {
    T{std::declval<any_for<Any, Before>>()...,
      {std::declval<Any>(), std::declval<Any>()},
      std::declval<any_for<Any, Behind>>()...};
  };
}

/// Whether the member that initialiser `At` of `Count` is for is a C array of several elements: these take an
/// initialiser each, if there are no braces.
template <class T, class Any, std::size_t Count, std::size_t At> consteval bool is_c_array() {
  return []<std::size_t... Behind>(std::index_sequence<Behind...>) {
    constexpr auto fits = []<std::size_t N>(std::index_sequence<N>) {
      return has_two_between<T, Any>(std::make_index_sequence<At>(), std::make_index_sequence<N>());
    };
    return !fits(std::index_sequence<Count - At - 1>()) && (fits(std::index_sequence<Behind>()) || ...);
  }(std::make_index_sequence<Count - At - 1>());
}

/// The initialisers that the aggregate T takes, of at most `Most`: one for each member but C arrays. They are all
/// values or all references; fewer, or 0, where neither fits, as with members that cannot be moved.
template <class T, std::size_t Most> consteval std::size_t count_members() {
  constexpr auto numbers = std::make_index_sequence<Most>();
  constexpr auto no_c_array = []<class Any, std::size_t... At>(Any, std::index_sequence<At...>) {
    static_assert(!(is_c_array<T, Any, Most, At>() || ...),
                  "brick: a member of this struct of fields is a C array: use "
                  "std::array, or write a member function fields()");
    return Most;
  };
  if constexpr (has_members<T, any_value>(numbers))
    return no_c_array(any_value(), numbers);
  else if constexpr (has_members<T, any_reference>(numbers))
    return no_c_array(any_reference(), numbers);
  else if constexpr (Most > 0)
    return count_members<T, Most - 1>();
  else
    return 0;
}

/// Members that members_of tells apart.
inline constexpr std::size_t most_members = 16;

/// Whether T has a member function that says which its fields are.
template <class T>
concept says_which_fields = requires(T& group) { std::tuple_size<decltype(group.fields())>::value; };

/// The members of an aggregate as a tuple of references; of a class with a member function `fields` what that returns.
template <class T> constexpr auto members_of(T& group) {
  if constexpr (says_which_fields<T>) {
    return group.fields();
  } else {
    constexpr std::size_t count = count_members<std::remove_const_t<T>, most_members>();
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
/// Where one is a field itself, the others are not looked into: they may be structs that cannot be taken apart.
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
  else if constexpr (requires { std::tuple_size<object>::value; }) // std::array
    return std::apply(among, first);
  else
    return std::apply(among, members_of(first));
}

/// The dimensions of a step's fields.
template <auto Step> consteval int dimensions_of() {
  constexpr int dimensions = dimensions_in<parameters_of<Step>>::value;
  static_assert(dimensions > 0,
                "a step takes at least one brick::field<T, D>&, as a parameter of its own, in a "
                "std::array, in a struct without constructors, or in one whose member function fields() "
                "returns std::tie of its fields");
  return dimensions;
}

} // namespace brick::detail
