// SPDX-License-Identifier: MIT
// The members of aggregates, found by counting the initialisers that they take, as there is no reflection yet.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>

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

/// Members that visit_members tells apart.
inline constexpr std::size_t most_members = 16;

/// What `visit(members...)` returns for the members of an aggregate; for none where they cannot be counted. Bit-fields
/// among them bind to references to constants only.
template <class T, class Visit> constexpr auto visit_members(T& aggregate, Visit&& visit) {
  constexpr std::size_t initialisers = count_members<std::remove_const_t<T>, most_members + 1>();
  constexpr std::size_t count = initialisers > most_members ? 0 : initialisers;
#define BRICK_MEMBERS(number, ...)                                                                                     \
  else if constexpr (count == number) {                                                                                \
    auto& [__VA_ARGS__] = aggregate;                                                                                   \
    return visit(__VA_ARGS__);                                                                                         \
  }
  if constexpr (count == 0) return visit();
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

} // namespace brick::detail
