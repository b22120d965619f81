// SPDX-License-Identifier: MIT
// The ghost zones that a call needs: which, and their exchange around the computation.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <tuple>
#include <type_traits>

#include "brick/exchange.hpp"
#include "brick/layout.hpp"
#include "brick/parameter.hpp"
#include "brick/sweep.hpp"

namespace brick::detail {

/// For each parameter, whether the stencil needs the ghost zone of its field: known for compiled stencils; reference
/// mode has to assume it of every input.
template <auto Stencil, class... P> consteval std::array<bool, sizeof...(P)> reads_ghosts() {
  if constexpr (compiled<Stencil>)
    return generated<Stencil>::reads_ghosts;
  else
    return {is_input<P>...};
}

/// Exchanges of the ghost zones of the inputs that are wanted, one place for each parameter. Collective.
template <class... P, class... Bound>
std::array<exchange_handle, sizeof...(P)> start_exchanges(std::type_identity<std::tuple<P...>>,
                                                          const std::tuple<Bound...>& bound,
                                                          const std::array<bool, sizeof...(P)>& wanted) {
  std::size_t position = 0;
  const auto start = [&]<class Q>(std::type_identity<Q>, const auto& parameter) -> exchange_handle {
    const bool needed = wanted[position++];
    if constexpr (is_input<Q>)
      if (needed) return parameter.field.start_ghosts();
    return {};
  };
  return std::apply(
      [&](const Bound&... each) {
        return std::array<exchange_handle, sizeof...(P)>{start(std::type_identity<P>{}, each)...};
      },
      bound);
}

/// Calls `visit(field, place)` for the inputs that are wanted, with their place among the parameters.
template <class... P, class... Bound, class Visit>
void for_each_wanted(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound,
                     const std::array<bool, sizeof...(P)>& wanted, Visit&& visit) {
  std::size_t next = 0;
  for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    const std::size_t place = next++;
    if constexpr (is_input<Q>)
      if (wanted[place]) visit(parameter.field, place);
  });
}

/// Completes them, so that all ghost zones the stencil reads are valid; bricks that are read in place are not copied.
/// Where fields are interleaved, the exchange of one overwrites walls of the others: these are written again when no
/// message is left.
template <class... P, class... Bound>
void finish_exchanges(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound,
                      std::array<exchange_handle, sizeof...(P)>& exchanges,
                      const std::array<bool, sizeof...(P)>& wanted, bool in_place) {
  for ([[maybe_unused]] const bool messages_left : {true, false})
    for_each_wanted(parameters, bound, wanted, [&](const auto& field, std::size_t place) {
      in_place ? field.finish_ghosts_in_place(exchanges[place]) : field.finish_ghosts(exchanges[place]);
    });
}

/// Makes the ghost zones of all inputs valid. Collective.
template <class... P, class... Bound>
void exchange_inputs(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound) {
  constexpr std::array<bool, sizeof...(P)> all{is_input<P>...};
  auto exchanges = start_exchanges(parameters, bound, all);
  finish_exchanges(parameters, bound, exchanges, all, false);
}

/// Makes ghost zones valid and calls `compute(part, in_place)` so that all cells are computed: on bricks, those that
/// need no ghost cell while messages with others are under way. Ranks of the node that send none are waited for
/// instead: they come at about the same time, and surface bricks that are computed by themselves take longer, as
/// columns are cut there, than that wait does. `in_place` says that bricks of ranks on the node are to be read where
/// they are seen. Ghost zones of outputs are out of date afterwards. Collective.
template <auto Stencil, class... P, class... Bound, class Compute>
void exchange_and_compute(std::type_identity<std::tuple<P...>> parameters, bool has_bricks,
                          const std::tuple<Bound...>& bound, Compute&& compute) {
  constexpr std::array<bool, sizeof...(P)> wanted = reads_ghosts<Stencil, P...>();
  const auto invalidate = [&] { for_each_output(parameters, bound, [](auto& field) { field.invalidate_ghosts(); }); };
  invalidate(); // first, since a sweep that throws has written some cells
  auto exchanges = start_exchanges(parameters, bound, wanted);
  bool in_place = has_bricks, messages = false;
  for_each_wanted(parameters, bound, wanted, [&](const auto& field, std::size_t place) {
    in_place = in_place && field.reads_in_place();
    messages = messages || exchanges[place].has_messages();
  });
  const bool overlaps = has_bricks && messages;
  if (overlaps) compute(brick_part::inner, in_place);
  finish_exchanges(parameters, bound, exchanges, wanted, in_place);
  for_each_output(parameters, bound, [](const auto& field) { field.wait_for_readers(); });
  const auto end_reading = [&] {
    if (in_place)
      for_each_wanted(parameters, bound, wanted, [](const auto& field, std::size_t) { field.end_reading(); });
  };
  try {
    compute(overlaps ? brick_part::surface : brick_part::all, in_place);
  } catch (...) { // perhaps on this rank only: the others count on it
    end_reading();
    throw;
  }
  end_reading();
  invalidate(); // again, since messages of interleaved fields have brought the old cells
}

} // namespace brick::detail
