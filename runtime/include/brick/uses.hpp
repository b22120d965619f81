// SPDX-License-Identifier: MIT
// Checks on the fields of a call, before a stencil or reduction runs.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "brick/entity.hpp"
#include "brick/error.hpp"
#include "brick/grid.hpp"
#include "brick/members.hpp"
#include "brick/parameter.hpp"
#include "brick/sweep.hpp"

namespace brick::detail {

/// A call of the library with a user's function, for messages: "brick::apply<heat>: ".
struct call_site {
  std::string_view function; ///< "apply"
  std::string_view entity;   ///< "heat"
  [[nodiscard]] std::string text() const;
};

/// What a call of `Entity` is named by.
template <auto Entity> constexpr std::string_view name_of() {
  if constexpr (fuses<Entity>)
    return generated<Entity>::parts;
  else
    return entity_name<Entity>();
}

/// Throws `error` on other threads than the one that made the runtime.
void check_thread(const runtime_state& on, const call_site& call);

/// One bound field as the checks see it.
struct field_use {
  const void* field;
  const void* grid;
  const std::string* name;
  bool output;
};

/// Throws `error` unless all fields share one grid.
void check_one_grid(const call_site& call, const field_use* uses, std::size_t count);

/// Throws `error` when a field is an output and is passed a second time; as an input, unless `updates`.
void check_outputs(const call_site& call, const field_use* uses, std::size_t count, bool updates = false);

/// The fields among the arguments.
template <std::size_t Count> struct field_uses {
  std::array<field_use, Count> uses{};
  std::size_t count = 0;
};

template <class... P, class... Bound>
field_uses<sizeof...(P)> uses_of(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound) {
  field_uses<sizeof...(P)> result;
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (is_accessor<Q>)
      result.uses[result.count++] = {&parameter.field, &parameter.field.grid().state(), &parameter.field.name(),
                                     is_output<Q>};
  });
  return result;
}

/// Both checks, for the fields of a stencil.
template <class... P, class... Bound>
void check_uses(const call_site& call, std::type_identity<std::tuple<P...>> parameters,
                const std::tuple<Bound...>& bound) {
  const auto [uses, count] = uses_of(parameters, bound);
  check_one_grid(call, uses.data(), count);
  check_outputs(call, uses.data(), count);
}

/// The checks for the fields of a reduction, which has no outputs.
template <class... P, class... Bound>
void check_inputs(const call_site& call, std::type_identity<std::tuple<P...>> parameters,
                  const std::tuple<Bound...>& bound) {
  static_assert((!is_output<P> && ...), "brick::reduce: a stencil that returns a value has no outputs");
  const auto [uses, count] = uses_of(parameters, bound);
  check_one_grid(call, uses.data(), count);
}

/// Values as a message and a comparison need them: "0.5", "{1, 2}". Empty for structs whose members are not known.
std::string text_of(double value);
std::string text_of(std::int64_t value);
template <class T> std::string text_of_value(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    return text_of(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<T>) {
    return text_of(static_cast<std::int64_t>(value));
  } else if constexpr (std::is_enum_v<T>) {
    return text_of(static_cast<std::int64_t>(value));
  } else {
    const auto text_of_parts = [](const auto&... each) {
      std::string text;
      ((text += (text.empty() ? "{" : ", ") + text_of_value(each)), ...);
      return text.empty() ? text : text + "}";
    };
    if constexpr (requires { std::tuple_size<T>::value; })
      return std::apply(text_of_parts, value);
    else if constexpr (std::is_aggregate_v<T>)
      return visit_members(value, text_of_parts);
    else
      return "";
  }
}

/// Throws the same `error` on all ranks where they call for other cells, or with other values, given as text.
/// Collective.
template <int D>
void compare_calls(const runtime_state& on, const call_site& call, const box<D>& cells, const std::string& values);

/// With BRICK_CHECK: the same where ranks call with other values, or for other cells.
template <int D, class... P, class... Bound>
void check_same_call(const grid<D>& on, const call_site& call, const box<D>& cells,
                     std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound) {
  const runtime_state& runtime = *on.state().runtime;
  if (!runtime.compares_calls) return;
  std::string values;
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (!is_accessor<Q> && !is_point<Q>)
      values += (values.empty() ? "" : ", ") + text_of_value(parameter.value);
  });
  compare_calls(runtime, call, cells, values);
}

/// The grid of the first accessor among the parameters.
template <class... P, class... Bound>
const auto& grid_of(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound) {
  constexpr std::size_t first = [] {
    std::size_t position = 0;
    bool found = false;
    ((found = found || is_accessor<P>, position += found ? 0 : 1), ...);
    return position;
  }();
  static_assert(first < sizeof...(P), "brick: this function takes at least one brick::in, brick::out or brick::inout");
  return std::get<first>(bound).field.grid();
}

/// Whether a compiled stencil is swept by a kernel for devices.
template <auto Stencil>
concept has_kernel = compiled<Stencil> && requires { generated<Stencil>::where; };

/// What a compiled stencil runs on.
template <auto Stencil> constexpr processor processor_of() {
  if constexpr (has_kernel<Stencil>)
    return generated<Stencil>::where;
  else
    return processor::host;
}

/// Throws `error` unless the grid's bricks, and what its steps run on, are those the stencil was compiled for and its
/// halo is deep enough.
template <int D>
void check_compiled(const grid<D>& on, const call_site& call, const index<D>& brick, const index<D>& radius,
                    processor where);

/// Throws the `error` for a stencil that brickc has not compiled, on bricks.
[[noreturn]] void throw_not_compiled(const call_site& call);

/// Throws `error` when the grid has bricks and they are not what brickc compiled `Stencil` for.
template <auto Stencil, int D> void check_bricks(const grid<D>& on, const call_site& call) {
  if (!on.has_bricks()) return;
  if constexpr (compiled<Stencil>)
    check_compiled<D>(on, call, generated<Stencil>::brick, generated<Stencil>::radius, processor_of<Stencil>());
  else
    throw_not_compiled(call);
}

/// Static checks of the arguments against the parameters, and the two bound together.
template <class... P, class... Arguments>
auto bind_checked(std::type_identity<std::tuple<P...>> parameters, Arguments&... arguments) {
  check_arguments(std::type_identity<typename call_parameters<P...>::type>{},
                  std::type_identity<std::tuple<Arguments&...>>{});
  return bind_all(parameters, std::tuple<Arguments&...>(arguments...));
}

/// The same for the parameters of a kernel.
template <auto Kernel, class... Arguments> auto bind_for(Arguments&... arguments) {
  return bind_checked(std::type_identity<typename signature<decltype(Kernel)>::parameters>{}, arguments...);
}

} // namespace brick::detail
