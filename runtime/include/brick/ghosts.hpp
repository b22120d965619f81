// SPDX-License-Identifier: MIT
// The ghost zones that a call needs: which, and their exchange around the computation.
#pragma once

#include <array>
#include <span>
#include <tuple>
#include <type_traits>

#include "brick/any_field.hpp"
#include "brick/grid.hpp"
#include "brick/layout.hpp"
#include "brick/parameter.hpp"
#include "brick/sweep.hpp"
#include "brick/uses.hpp"

namespace brick::detail {

/// For each parameter, whether it is an input.
template <class... P> consteval std::array<bool, sizeof...(P)> all_inputs(std::type_identity<std::tuple<P...>>) {
  return {is_input<P>...};
}

/// For each parameter, whether the stencil needs the ghost zone of its field: known for compiled stencils; reference
/// mode has to assume it of every input.
template <auto Stencil, class... P>
consteval std::array<bool, sizeof...(P)> reads_ghosts(std::type_identity<std::tuple<P...>> parameters) {
  if constexpr (compiled<Stencil>)
    return generated<Stencil>::reads_ghosts;
  else
    return all_inputs(parameters);
}

/// The fields of a call.
template <auto Stencil, class Bound> auto fields_of_call(const Bound& bound) {
  constexpr parameters_type<Stencil> parameters;
  return fields_of(parameters, bound, reads_ghosts<Stencil>(parameters));
}

/// The bricks to compute, and whether those of ranks on the node are read where they are seen.
struct sweep_part {
  brick_part bricks = brick_part::all;
  bool in_place = false;
};

/// Makes the ghost zones valid that are needed. Collective.
template <int D> void exchange_inputs(std::span<field_use<D>> fields);

/// Makes ghost zones valid and calls `compute(context, part)` so that all cells are computed: on bricks, those that
/// need no ghost cell while messages with others are under way. Ranks of the node that send none are waited for
/// instead: they come at about the same time, and surface bricks that are computed by themselves take longer, as
/// columns are cut there, than that wait does. Ghost zones of outputs are out of date afterwards. Collective.
template <int D>
void exchange_and_compute(const grid<D>& on, std::span<field_use<D>> fields,
                          void (*compute)(const void* context, const sweep_part& part), const void* context);

/// The same for a callable `compute(part)`.
template <int D, class Compute>
void exchange_and_compute(const grid<D>& on, std::span<field_use<D>> fields, const Compute& compute) {
  exchange_and_compute<D>(
      on, fields, [](const void* context, const sweep_part& part) { (*static_cast<const Compute*>(context))(part); },
      &compute);
}

} // namespace brick::detail
