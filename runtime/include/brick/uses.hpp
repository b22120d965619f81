// SPDX-License-Identifier: MIT
// Checks on the fields of a call, before a stencil or reduction runs.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>

#include "brick/any_field.hpp"
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

/// Throws `error` unless all fields share one grid.
template <int D> void check_one_grid(const call_site& call, std::span<const field_use<D>> fields);

/// Throws `error` when a field is an output and is passed a second time; as an input, unless `updates`.
template <int D> void check_outputs(const call_site& call, std::span<const field_use<D>> fields, bool updates = false);

/// The dimensions of a kernel's fields, one number for all.
template <class... P> consteval int dimensions_of_fields(std::type_identity<std::tuple<P...>>) {
  static_assert((is_accessor<P> || ...),
                "brick: this function takes at least one brick::in, brick::out or brick::inout");
  constexpr int most = std::max({parameter_of<P>::dimensions * is_accessor<P>..., 0});
  static_assert(((!is_accessor<P> || parameter_of<P>::dimensions == most) && ...),
                "brick: the fields of a kernel have one number of dimensions");
  return most;
}
template <auto Kernel> inline constexpr int dimensions_of_kernel = dimensions_of_fields(parameters_type<Kernel>{});

/// The fields among the arguments, in their order. `reads_ghosts`, for each parameter: an input whose ghost zone is
/// needed.
template <class... P, class... Bound>
auto fields_of(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound,
               const std::array<bool, sizeof...(P)>& reads_ghosts) {
  constexpr int D = dimensions_of_fields(std::type_identity<std::tuple<P...>>{});
  std::array<field_use<D>, (std::size_t{0} + ... + is_accessor<P>)> fields;
  std::size_t position = 0, next = 0;
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    [[maybe_unused]] const bool needed = reads_ghosts[position++];
    if constexpr (is_accessor<Q>) {
      field_use<D>& use = fields[next++];
      use.field = &parameter.field;
      if constexpr (is_output<Q>)
        use.output = &parameter.field;
      else
        use.reads_ghosts = needed;
    }
  });
  return fields;
}

/// Values as a message and a comparison need them, in a text: "0.5, {1, 2}". What has no parts is left out.
class value_list {
public:
  void add(double value);
  void add(std::int64_t value);
  void begin_parts();
  void end_parts();
  [[nodiscard]] const std::string& text() const { return text_; }

private:
  void separate();
  std::string text_;
};

/// Of the language or std::array: a loop takes less to compile than its elements one by one.
template <class T>
concept is_array_of_values = std::is_array_v<T> || requires(const T& value) {
  std::tuple_size<T>::value;
  value.begin();
};

/// Structs whose members are not known are left out.
template <class T> void add_value(value_list& list, const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    list.add(static_cast<double>(value));
  } else if constexpr (std::is_integral_v<T> || std::is_enum_v<T>) {
    list.add(static_cast<std::int64_t>(value));
  } else {
    list.begin_parts();
    const auto add_parts = [&list](const auto&... each) { (add_value(list, each), ...); };
    if constexpr (is_array_of_values<T>)
      for (const auto& each : value)
        add_value(list, each);
    else if constexpr (requires { std::tuple_size<T>::value; })
      std::apply(add_parts, value);
    else if constexpr (std::is_aggregate_v<T>)
      visit_members(value, add_parts);
    list.end_parts();
  }
}

/// Adds the values among the arguments.
template <class... P, class... Bound>
void add_values(value_list& list, std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound) {
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (!is_accessor<Q> && !is_point<Q>) add_value(list, parameter.value);
  });
}

/// Whether a compiled stencil is swept by a kernel for devices.
template <auto Stencil>
concept has_kernel = compiled<Stencil> && requires { generated<Stencil>::where; };

/// What a compiled stencil says of its sweeps, see `generated`; of reductions without what they have no use for.
template <int D> struct compiled_facts {
  index<D> brick{}, radius{};
  std::int64_t work = 0;
  sweep_order order = sweep_order::patches;
  sweep_omission omission = sweep_omission::nothing;
  processor where = processor::host;
};

/// Those of a stencil; none where brickc has not compiled it.
template <auto Stencil, int D> std::optional<compiled_facts<D>> facts_of() {
  if constexpr (compiled<Stencil>) {
    using code = generated<Stencil>;
    compiled_facts<D> facts{code::brick, code::radius, code::work, code::order};
    if constexpr (requires { code::omission; }) facts.omission = code::omission;
    if constexpr (has_kernel<Stencil>) facts.where = code::where;
    return facts;
  }
  return {};
}

/// A call with a stencil, without the types of its parameters.
template <int D> struct stencil_call {
  call_site site;
  std::optional<compiled_facts<D>> compiled; ///< by brickc
  const void* bound = nullptr;               ///< parameters
  void (*add_values)(value_list& list, const void* bound) = nullptr;
};

template <auto Stencil, int D, class Bound> stencil_call<D> call_of(std::string_view function, const Bound& bound) {
  const auto add = [](value_list& list, const void* of) {
    add_values(list, parameters_type<Stencil>{}, *static_cast<const Bound*>(of));
  };
  constexpr std::string_view name = name_of<Stencil>(); // which takes longer to find than small sweeps
  return {{function, name}, facts_of<Stencil, D>(), &bound, add};
}

/// Throws `error` unless the call is made by the thread that made the runtime, for a box inside the domain (everywhere
/// where that is null), with fields that suit each other, on a grid with arrays or bricks that brickc has compiled the
/// stencil for, and a halo that is deep enough; with BRICK_CHECK, unless all ranks make the same call. Returns the
/// cells. Collective.
template <int D>
box<D> check_call(const stencil_call<D>& call, std::span<const field_use<D>> fields, const box<D>* where);

/// Static checks of the arguments against the parameters, and the two bound together.
template <class... P, class... Arguments>
auto bind_checked(std::type_identity<std::tuple<P...>> parameters, Arguments&... arguments) {
  check_arguments(std::type_identity<typename call_parameters<P...>::type>{},
                  std::type_identity<std::tuple<Arguments&...>>{});
  return bind_all(parameters, std::tuple<Arguments&...>(arguments...));
}

/// The same for the parameters of a kernel.
template <auto Kernel, class... Arguments> auto bind_for(Arguments&... arguments) {
  return bind_checked(parameters_type<Kernel>{}, arguments...);
}

} // namespace brick::detail
