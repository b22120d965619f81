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

/// Completes them, so that all ghost zones the stencil reads are valid. Where fields are interleaved, the exchange of
/// one overwrites walls of the others: these are written again when no message is left.
template <class... P, class... Bound>
void finish_exchanges(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound,
                      std::array<exchange_handle, sizeof...(P)>& exchanges) {
  for ([[maybe_unused]] const bool messages_left : {true, false}) {
    auto next = exchanges.begin();
    for_each_parameter(parameters, bound, [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
      exchange_handle& messages = *next++;
      if constexpr (is_input<Q>) parameter.field.finish_ghosts(messages);
    });
  }
}

/// Makes the ghost zones of all inputs valid. Collective.
template <class... P, class... Bound>
void exchange_inputs(std::type_identity<std::tuple<P...>> parameters, const std::tuple<Bound...>& bound) {
  auto exchanges = start_exchanges(parameters, bound, {is_input<P>...});
  finish_exchanges(parameters, bound, exchanges);
}

/// Makes ghost zones valid and calls `compute(part)` so that all cells are computed: on bricks, those that need no
/// ghost cell while messages travel. Collective.
template <auto Stencil, class... P, class... Bound, class Compute>
void exchange_and_compute(std::type_identity<std::tuple<P...>> parameters, bool has_bricks,
                          const std::tuple<Bound...>& bound, Compute&& compute) {
  auto exchanges = start_exchanges(parameters, bound, reads_ghosts<Stencil, P...>());
  const bool overlaps =
      has_bricks && std::ranges::any_of(exchanges, [](const exchange_handle& e) { return e.has_messages(); });
  if (overlaps) compute(brick_part::inner);
  finish_exchanges(parameters, bound, exchanges);
  compute(overlaps ? brick_part::surface : brick_part::all);
}

} // namespace brick::detail
