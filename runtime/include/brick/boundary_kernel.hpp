// SPDX-License-Identifier: MIT
// Boundary kernels: the user's function at every ghost cell that a side of kind `ghost` decides about.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/accessor.hpp"
#include "brick/boundary_layer.hpp"
#include "brick/entity.hpp"
#include "brick/ghosts.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/uses.hpp"

namespace brick {

namespace detail {

/// What a kernel gives the cells of a layer: for each parameter that is an output, a value a cell.
template <std::size_t Parameters> using layer_values = std::array<std::vector<std::byte>, Parameters>;

/// The element type of a field.
template <class Field> using element_of = typename std::remove_cvref_t<Field>::value_type;

stored_cells cells_of(auto& field) {
  return {reinterpret_cast<std::byte*>(field.data()), sizeof(element_of<decltype(field)>), field.interleaved_fields()};
}

/// Calls `visit(field, values)` for the outputs, with the place of their values.
template <class... P, class Bound, class Visit>
void for_each_output_values(std::type_identity<std::tuple<P...>> parameters, const Bound& bound,
                            layer_values<sizeof...(P)>& values, Visit&& visit) {
  auto next = values.begin();
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    std::vector<std::byte>& bytes = *next++;
    if constexpr (is_output<Q>) visit(parameter.field, bytes);
  });
}

/// The user's function at one cell, the i-th of its layer.
template <auto Kernel, int D, class... P, class... Bound>
void call_kernel(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound, const index<D>& known,
                 std::int64_t i, layer_values<sizeof...(P)>& values) {
  auto next = values.begin();
  const auto argument = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    std::vector<std::byte>& bytes = *next++;
    if constexpr (is_output<Q>)
      return parameter.in_place(reinterpret_cast<element_of<decltype(parameter.field)>*>(bytes.data()) + i);
    else if constexpr (is_input<Q>)
      return parameter.in_place(parameter.field.data());
    else
      return parameter.at(known, std::int64_t{0});
  };
  std::apply(
      [&](const Bound&... each) {
        std::tuple<std::remove_cvref_t<P>...> arguments{argument(std::type_identity<P>{}, each)...};
        std::apply(Kernel, arguments);
      },
      bound);
}

/// The user's function at the cells that this rank computes of a layer. It sees old values of the layer itself.
template <auto Kernel, int D, class Parameters, class... Bound, std::size_t N>
void compute_layer(Parameters parameters, const grid<D>& on, const boundary_layer<D>& layer,
                   const std::tuple<Bound...>& bound, layer_values<N>& values) {
  parallel(on.threads(), [&](int thread) {
    outer_point<D> here;
    here.layout = &on;
    here.offset_of = [](const void* layout, const index<D>& cell, int interleaved) {
      return static_cast<const grid<D>*>(layout)->offset_of(cell, interleaved);
    };
    std::tuple<Bound...> own = bound; // its accessors stand at this thread's point
    std::apply(
        [&](Bound&... each) {
          const auto place = [&](auto& parameter) {
            if constexpr (requires { parameter.access; }) parameter.access.outer = &here;
          };
          (place(each), ...);
        },
        own);
    const auto [first, last] = share(std::ssize(layer.computed()), thread, on.threads());
    for (std::int64_t i = first; i < last; ++i) {
      here.cell = layer.computed()[static_cast<std::size_t>(i)];
      here.readable = layer.readable_from(here.cell);
      call_kernel<Kernel, D>(parameters, own, layer.global(here.cell), i, values);
    }
  });
}

/// Computes a layer, and makes its cells in all ghost zones hold the values. Collective.
template <auto Kernel, int D, class... P, class... Bound>
void set_layer(std::type_identity<std::tuple<P...>> parameters, const grid<D>& on, const boundary_layer<D>& layer,
               const std::tuple<Bound...>& bound) {
  layer_values<sizeof...(P)> values;
  for_each_output_values(parameters, bound, values,
                         [&](auto& field, std::vector<std::byte>& bytes) { bytes = layer.take(cells_of(field)); });
  compute_layer<Kernel>(parameters, on, layer, bound, values);
  for_each_output_values(parameters, bound, values,
                         [&](auto& field, std::vector<std::byte>& bytes) { layer.put(bytes, cells_of(field)); });
}

/// One bound output as the checks see it.
template <int D> struct ghost_output {
  const std::string* name;
  const boundaries<D>* boundary;
};

/// Throws `error` unless `side` is a ghost side of all of them, and their boundaries are of the same kinds.
template <int D>
void check_ghost_outputs(const call_site& call, const face& side, const std::vector<ghost_output<D>>& outputs);

} // namespace detail

/// Calls a boundary kernel, `[[brick::boundary]] void inlet(brick::out<double, 3> u, ..., brick::point<3> p, ...)`, for
/// every cell beyond `side` (`grid.low(axis)`, `grid.high(axis)`) that this side decides about, as deep as the halo,
/// the layer next to the domain first; `p` is the cell outside. The side must be of kind `ghost` for all outputs; they
/// keep the values until the next call. An output that is not written keeps its value.
///
/// Inputs may be read up to the halo along the side, and from the halo deep outside to the halo deep inside. A field
/// may be an output and an input: nearer layers then have their new values, the layer itself and those further out the
/// old ones. Collective; throws `error` for other reads, and as `apply` does.
template <auto Kernel, class... Arguments> void apply_boundary(const face& side, Arguments&&... arguments) {
  using signature = detail::signature<decltype(Kernel)>;
  constexpr std::type_identity<typename signature::parameters> parameters;
  static_assert(std::is_void_v<typename signature::result>, "brick::apply_boundary: a boundary kernel returns nothing");
  const detail::call_site call{"apply_boundary", detail::entity_name<Kernel>()};
  const auto bound = detail::bind_for<Kernel>(arguments...);
  const auto& on = detail::grid_of(parameters, bound);
  constexpr int D = std::remove_cvref_t<decltype(on)>::dimensions;
  const auto [uses, count] = detail::uses_of(parameters, bound);
  detail::check_one_grid(call, uses.data(), count);
  detail::check_outputs(call, uses.data(), count, true);
  std::vector<detail::ghost_output<D>> outputs;
  detail::for_each_output(parameters, bound,
                          [&](auto& field) { outputs.push_back({&field.name(), &field.boundary()}); });
  detail::check_ghost_outputs<D>(call, side, outputs);

  detail::exchange_inputs(parameters, bound);
  detail::for_each_output(parameters, bound, [](auto& field) { field.write_ghosts(); });
  const double start = detail::seconds();
  for (std::int64_t depth = 1; depth <= on.halo()[side.axis]; ++depth)
    detail::set_layer<Kernel, D>(parameters, on, detail::boundary_layer<D>(on, *outputs[0].boundary, side, depth),
                                 bound);
  on.metrics().calc += detail::seconds() - start;
  detail::for_each_output(parameters, bound, [&](auto& field) { field.keep_ghosts(side); });
}

} // namespace brick
