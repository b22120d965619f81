// SPDX-License-Identifier: MIT
// A stencil's parameters: what each stands for, whether an argument fits it, and the two bound together.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <tuple>
#include <type_traits>
#include <utility>

#include "brick/accessor.hpp"
#include "brick/entity.hpp"
#include "brick/field.hpp"
#include "brick/point.hpp"

namespace brick::detail {

enum class parameter_kind { value, point, in, out, inout };

/// What a stencil's parameter stands for. `T` has no reference or const left.
template <class T> struct parameter {
  static constexpr parameter_kind kind = parameter_kind::value;
  static constexpr int dimensions = 0;
};
template <int D> struct parameter<point<D>> {
  static constexpr parameter_kind kind = parameter_kind::point;
  static constexpr int dimensions = D;
};
template <class T, int D> struct parameter<in<T, D>> {
  static constexpr parameter_kind kind = parameter_kind::in;
  static constexpr int dimensions = D;
  using field_type = field<T, D>;
};
template <class T, int D> struct parameter<out<T, D>> {
  static constexpr parameter_kind kind = parameter_kind::out;
  static constexpr int dimensions = D;
  using field_type = field<T, D>;
};
template <class T, int D> struct parameter<inout<T, D>> : parameter<out<T, D>> {
  static constexpr parameter_kind kind = parameter_kind::inout;
};

template <class P> using parameter_of = parameter<std::remove_cvref_t<P>>;
template <class P> inline constexpr bool is_point = parameter_of<P>::kind == parameter_kind::point;
template <class P> inline constexpr bool is_input = parameter_of<P>::kind == parameter_kind::in;
template <class P>
inline constexpr bool is_output =
    parameter_of<P>::kind == parameter_kind::out || parameter_of<P>::kind == parameter_kind::inout;
template <class P> inline constexpr bool is_accessor = is_input<P> || is_output<P>;

/// Whether `Argument` may stand for parameter `P` in a call that applies a kernel.
template <class P, class Argument> consteval bool fits() {
  using argument = std::remove_cvref_t<Argument>;
  if constexpr (is_accessor<P>)
    return std::same_as<argument, typename parameter_of<P>::field_type> &&
           (is_input<P> || !std::is_const_v<std::remove_reference_t<Argument>>);
  else
    return std::convertible_to<Argument, std::remove_cvref_t<P>>;
}

/// A stencil's parameters that stand in the call (all but `point`), paired with the arguments.
template <class... P> struct call_parameters;
template <> struct call_parameters<> {
  using type = std::tuple<>;
};
template <class P, class... Rest> struct call_parameters<P, Rest...> {
  using rest = typename call_parameters<Rest...>::type;
  using type = std::conditional_t<is_point<P>, rest,
                                  decltype(std::tuple_cat(std::declval<std::tuple<std::type_identity<P>>>(),
                                                          std::declval<rest>()))>;
};

template <class P, class Argument> consteval void check_argument() {
  static_assert(field_dimensions<Argument> == parameter_of<P>::dimensions || !is_accessor<P>,
                "brick: this parameter of the kernel is an accessor: pass a brick::field of its dimensions");
  static_assert(fits<P, Argument>(),
                "brick: an argument does not fit its parameter: in<T, D> takes a field<T, D>, out<T, D> and "
                "inout<T, D> one that is not const, everything else a value that converts");
}

template <class... P, class... Arguments>
consteval void check_arguments(std::type_identity<std::tuple<std::type_identity<P>...>>,
                               std::type_identity<std::tuple<Arguments...>>) {
  if constexpr (sizeof...(P) == sizeof...(Arguments))
    (check_argument<P, Arguments>(), ...);
  else
    static_assert(sizeof...(P) == sizeof...(Arguments),
                  "brick: one argument for each parameter of the kernel, except brick::point");
}

/// A parameter bound to its argument; `at` makes what the stencil is called with at one cell.
template <class P> struct bound_value {
  static constexpr bool is_argument = true; ///< of a generated sweep
  std::remove_cvref_t<P> value;
  const std::remove_cvref_t<P>& at(const auto&, std::int64_t) const { return value; }
  const std::remove_cvref_t<P>& generated_argument() const { return value; }
};

template <class P> struct bound_point {
  static constexpr bool is_argument = false;
  std::remove_cvref_t<P> at(const auto& cell, std::int64_t) const { return {cell}; }
};

/// Inputs are const whatever the argument is, so that calls with other arguments share their code.
template <class P> struct bound_field {
  static constexpr bool is_argument = true;
  static constexpr int D = parameter_of<P>::dimensions;
  using plain_type = typename parameter_of<P>::field_type;
  using field_type = std::conditional_t<is_input<P>, const plain_type, plain_type>;
  field_type& field;
  accessed_field<D> access;

  explicit bound_field(field_type& bound)
      : field(bound), access{{}, bound.grid().halo(), bound.name().c_str(), nullptr, bound.interleaved_fields()} {
    if (!bound.grid().has_bricks()) access.strides = bound.grid().array().strides();
  }
  std::remove_cvref_t<P> at(const auto&, std::int64_t offset) const { return {field.data() + offset, access}; }
  auto* generated_argument() const { return field.swept_data(); }
  std::remove_cvref_t<P> in_place(auto* place) const { return {place, access}; } ///< `place` is what it is counted from
};

/// Binds parameter `P` to the next unused argument, if it takes one.
template <class P, std::size_t Argument, class Arguments> auto bind(const Arguments& arguments) {
  if constexpr (is_point<P>)
    return bound_point<P>{};
  else if constexpr (is_accessor<P>)
    return bound_field<P>(std::get<Argument>(arguments));
  else
    return bound_value<P>{static_cast<std::remove_cvref_t<P>>(std::get<Argument>(arguments))};
}

template <class... P, class Arguments> auto bind_all(std::type_identity<std::tuple<P...>>, const Arguments& arguments) {
  constexpr auto argument_before = [](std::size_t parameter) {
    std::size_t position = 0, argument = 0;
    ((position++ < parameter && !is_point<P> ? ++argument : argument), ...);
    return argument;
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    return std::tuple<decltype(bind<P, argument_before(I)>(arguments))...>{bind<P, argument_before(I)>(arguments)...};
  }(std::index_sequence_for<P...>{});
}

/// Calls `visit(std::type_identity<P>, bound parameter)` for every parameter in turn.
template <class... P, class... Bound, class Visit>
void for_each_parameter(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound, Visit&& visit) {
  std::apply([&](const Bound&... each) { (visit(std::type_identity<P>{}, each), ...); }, bound);
}

/// Whether a field is written.
template <class... P> consteval bool has_outputs(std::type_identity<std::tuple<P...>>) { return (is_output<P> || ...); }

/// Calls `visit(field)` for every field that is written.
template <class Parameters, class... Bound, class Visit>
void for_each_output(Parameters parameters, const std::tuple<Bound...>& bound, Visit&& visit) {
  for_each_parameter(parameters, bound, [&]<class P>(std::type_identity<P>, const auto& parameter) {
    if constexpr (is_output<P>) visit(parameter.field);
  });
}

/// Calls `visit` with each field that is bound, in the order of the parameters.
template <class Visit, class... Bound> void for_each_field(const std::tuple<Bound...>& bound, Visit&& visit) {
  const auto pass_on = [&](const auto& parameter) {
    if constexpr (requires { parameter.field; }) visit(parameter.field);
  };
  std::apply([&](const Bound&... each) { (pass_on(each), ...); }, bound);
}

/// What a generated sweep takes behind its range, as a tuple.
template <class... Bound> auto generated_arguments(const std::tuple<Bound...>& bound) {
  const auto one = []<class B>(const B& each) {
    if constexpr (B::is_argument)
      return std::tuple<decltype(each.generated_argument())>(each.generated_argument());
    else
      return std::tuple<>();
  };
  return std::apply([&](const Bound&... each) { return std::tuple_cat(one(each)...); }, bound);
}

} // namespace brick::detail
