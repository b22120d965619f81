// SPDX-License-Identifier: MIT
// Applying a stencil to whole fields: brickc's version of it on bricks, the user's own function, point by point, on
// arrays (reference mode).
//
// `[[brick::stencil]]` and `[[brick::step]]` mean nothing to plain compilers; -Wno-attributes silences their warning.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>

#include "brick/entity.hpp"
#include "brick/error.hpp"
#include "brick/field.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/sweep.hpp"

namespace brick {

namespace detail {

/// One bound field as the checks see it.
struct field_use {
  const void* field;
  const void* grid;
  const std::string* name;
  bool output;
};

/// Throws `error` unless all fields share one grid and no output is used twice.
void check_fields(std::string_view stencil, const field_use* uses, std::size_t count);

template <auto Stencil, class... P, class... Bound>
void check_uses(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound) {
  std::array<field_use, sizeof...(P)> uses;
  std::size_t count = 0;
  const auto add = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (is_accessor<Q>)
      uses[count++] = {&parameter.field, &parameter.field.grid().state(), &parameter.field.name(), is_output<Q>};
  };
  std::apply([&](const Bound&... each) { (add(std::type_identity<P>{}, each), ...); }, bound);
  check_fields(entity_name<Stencil>(), uses.data(), count);
}

/// The stencil writes these fields: their ghost zones hold old values.
template <class... P, class... Bound>
void invalidate_outputs(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound) {
  const auto one = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (is_output<Q>) parameter.field.invalidate_ghosts();
  };
  std::apply([&](const Bound&... each) { (one(std::type_identity<P>{}, each), ...); }, bound);
}

/// For each parameter, whether the stencil needs the ghost zone of its field: known for compiled stencils; reference
/// mode has to assume it of every input.
template <auto Stencil, class... P> consteval std::array<bool, sizeof...(P)> reads_ghosts() {
  if constexpr (compiled<Stencil>)
    return generated<Stencil>::reads_ghosts;
  else
    return {is_input<P>...};
}

/// Exchanges of the ghost zones that the stencil reads, one place for each parameter. Collective.
template <auto Stencil, class... P, class... Bound>
std::array<exchange_handle, sizeof...(P)> start_exchanges(std::type_identity<std::tuple<P...>>,
                                                          const std::tuple<Bound...>& bound) {
  constexpr std::array<bool, sizeof...(P)> wanted = reads_ghosts<Stencil, P...>();
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

/// Completes them, so that all ghost zones the stencil reads are valid.
template <class... P, class... Bound>
void finish_exchanges(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound,
                      std::array<exchange_handle, sizeof...(P)>& exchanges) {
  auto next = exchanges.begin();
  const auto finish = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    exchange_handle& messages = *next++;
    if constexpr (is_input<Q>) parameter.field.finish_ghosts(messages);
  };
  std::apply([&](const Bound&... each) { (finish(std::type_identity<P>{}, each), ...); }, bound);
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
  static_assert(first < sizeof...(P), "brick::apply: a stencil takes at least one brick::out or brick::inout");
  return std::get<first>(bound).field.grid();
}

/// Reference mode: the user's function at every own cell.
template <auto Stencil, int D, class... Bound> void sweep_points(const grid<D>& on, const std::tuple<Bound...>& bound) {
  const double start = seconds();
  parallel(on.threads(), [&](int thread) {
    on.for_each_box(thread, [&](const box<D>& block) {
      on.for_each_piece(block, [&](index<D> cell, std::int64_t length, std::int64_t offset) {
        for (std::int64_t end = offset + length; offset < end; ++offset, ++cell[D - 1])
          std::apply([&](const Bound&... each) { Stencil(each.at(cell, offset)...); }, bound);
      });
    });
  });
  on.metrics().calc += seconds() - start;
}

/// Throws `error` unless the grid's bricks are those the stencil was compiled for and its halo is deep enough.
template <int D>
void check_compiled(const grid<D>& on, std::string_view stencil, const index<D>& brick, const index<D>& radius);

/// Throws the `error` for a stencil that brickc has not compiled, on bricks.
[[noreturn]] void throw_not_compiled(std::string_view stencil);

/// brickc's version, on each thread's share of the bricks.
template <auto Stencil, int D, class... Bound>
void sweep_bricks(const grid<D>& on, const std::tuple<Bound...>& bound, brick_part part) {
  const double start = seconds();
  parallel(on.threads(), [&](int thread) {
    const std::span<const std::int32_t> bricks = on.bricks().share_of(part, thread, on.threads());
    const sweep_range range{bricks.data(), std::ssize(bricks), on.bricks().adjacency().data(), on.bricks().lattice()};
    std::apply([&](const auto&... each) { generated<Stencil>::sweep(range, each...); }, generated_arguments(bound));
  });
  on.metrics().calc += seconds() - start;
}

/// Makes ghost zones valid and computes all cells: while messages travel, the bricks that need no ghost cell.
template <auto Stencil, class Parameters, int D, class... Bound>
void exchange_and_sweep(Parameters parameters, const grid<D>& on, const std::tuple<Bound...>& bound) {
  auto exchanges = start_exchanges<Stencil>(parameters, bound);
  const bool overlaps = std::ranges::any_of(exchanges, [](const exchange_handle& e) { return e.has_messages(); });
  if constexpr (compiled<Stencil>) {
    if (on.has_bricks()) {
      if (overlaps) sweep_bricks<Stencil>(on, bound, brick_part::inner);
      finish_exchanges(parameters, bound, exchanges);
      return sweep_bricks<Stencil>(on, bound, overlaps ? brick_part::surface : brick_part::all);
    }
  }
  finish_exchanges(parameters, bound, exchanges);
  sweep_points<Stencil>(on, bound);
}

} // namespace detail

/// Applies a stencil to all cells. The arguments are those of `Stencil`: a field for each accessor, values for the
/// rest; `brick::point` parameters take none. The ghost zones it reads are made valid first. Collective.
///
/// Throws `error` when the fields live on different grids, an output is used twice or is an input too, an access is
/// deeper than the halo, or the grid has bricks but brickc has not compiled the stencil.
template <auto Stencil, class... Arguments> void apply(Arguments&&... arguments) {
  using signature = detail::signature<decltype(Stencil)>;
  using parameters = std::type_identity<typename signature::parameters>;
  static_assert(std::is_void_v<typename signature::result>, "brick::apply: a stencil returns nothing");
  []<class... P>(std::type_identity<std::tuple<P...>>) {
    detail::check_arguments(std::type_identity<typename detail::call_parameters<P...>::type>{},
                            std::type_identity<std::tuple<Arguments...>>{});
  }(parameters{});

  const auto bound = detail::bind_all(parameters{}, std::tuple<Arguments&...>(arguments...));
  const auto& on = detail::grid_of(parameters{}, bound);
  using grid_type = std::remove_cvref_t<decltype(on)>;
  detail::check_uses<Stencil>(parameters{}, bound);
  if (on.has_bricks()) {
    if constexpr (compiled<Stencil>)
      detail::check_compiled<grid_type::dimensions>(on, detail::entity_name<Stencil>(), generated<Stencil>::brick,
                                                    generated<Stencil>::radius);
    else
      detail::throw_not_compiled(detail::entity_name<Stencil>());
  }
  detail::invalidate_outputs(parameters{}, bound); // first, since a sweep that throws has written some cells
  detail::exchange_and_sweep<Stencil>(parameters{}, on, bound);
}

} // namespace brick
