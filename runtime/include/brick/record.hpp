// SPDX-License-Identifier: MIT
// Structs of numbers as parameters of kernels and steps, for generated code, which knows their members but not their
// names.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "brick/entity.hpp"
#include "brick/parameter.hpp"

namespace brick {

namespace detail {

template <class Parameters> struct arguments_of;
template <class... P> struct arguments_of<std::tuple<P...>> {
  using type = typename call_parameters<P...>::type;
};

} // namespace detail

/// The type of the parameter that takes argument `Position` of a call of a kernel or step.
template <auto Function, std::size_t Position>
using parameter_type =
    typename std::tuple_element_t<Position, typename detail::arguments_of<detail::parameters_of<Function>>::type>::type;

/// The same without reference and const.
template <auto Function, std::size_t Position>
using argument_type = std::remove_cvref_t<parameter_type<Function, Position>>;

/// A struct or array of numbers that are all zero, whose members are still to be set. No constructor is called.
template <class Record> constexpr Record zero_record() {
  static_assert(std::is_trivially_copyable_v<Record>);
  return std::bit_cast<Record>(std::array<std::byte, sizeof(Record)>{});
}

/// Sets a member, which may be an enumeration, to the number it is in generated code.
template <class Part, class Number> constexpr void set(Part& part, Number value) { part = static_cast<Part>(value); }

} // namespace brick
