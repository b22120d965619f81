// SPDX-License-Identifier: MIT
// Applying a stencil to whole fields: brickc's version of it on bricks, the user's own function, point by point, on
// arrays (reference mode).
//
// `[[brick::stencil]]` and `[[brick::step]]` mean nothing to plain compilers; -Wno-attributes silences their warning.
#pragma once

#include <array>
#include <cstdint>
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

/// Calls `visit(field)` for every bound field whose parameter fulfils `Which`.
template <bool Inputs, class... P, class... Bound, class Visit>
void for_each_field(std::type_identity<std::tuple<P...>>, const std::tuple<Bound...>& bound, Visit&& visit) {
  const auto one = [&]<class Q>(std::type_identity<Q>, const auto& parameter) {
    if constexpr (Inputs ? is_input<Q> : is_output<Q>) visit(parameter.field);
  };
  std::apply([&](const Bound&... each) { (one(std::type_identity<P>{}, each), ...); }, bound);
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
  parallel(on.threads(), [&](int thread) {
    on.for_each_box(thread, [&](const box<D>& block) {
      on.for_each_piece(block, [&](index<D> cell, std::int64_t length, std::int64_t offset) {
        for (std::int64_t end = offset + length; offset < end; ++offset, ++cell[D - 1])
          std::apply([&](const Bound&... each) { Stencil(each.at(cell, offset)...); }, bound);
      });
    });
  });
}

/// Throws `error` unless the grid's bricks are those the stencil was compiled for and its halo is deep enough.
template <int D>
void check_compiled(const grid<D>& on, std::string_view stencil, const index<D>& brick, const index<D>& radius);

/// Throws the `error` for a stencil that brickc has not compiled, on bricks.
[[noreturn]] void throw_not_compiled(std::string_view stencil);

/// brickc's version, on each thread's share of the bricks.
template <auto Stencil, int D, class... Bound> void sweep_bricks(const grid<D>& on, const std::tuple<Bound...>& bound) {
  const auto traversal = on.traversal();
  parallel(on.threads(), [&](int thread) {
    const auto [first, last] = share(static_cast<std::int64_t>(traversal.size()), thread, on.threads());
    const sweep_range range{traversal.data() + first, last - first, on.bricks().adjacency().data()};
    std::apply([&](const Bound&... each) { generated<Stencil>::sweep(range, each.generated_argument()...); }, bound);
  });
}

template <auto Stencil> consteval bool reads_neighbours() {
  if constexpr (compiled<Stencil>)
    for (std::int64_t r : generated<Stencil>::radius)
      if (r != 0) return true;
  return false;
}

/// Computes all cells and records the time.
template <auto Stencil, int D, class... Bound> void sweep(const grid<D>& on, const std::tuple<Bound...>& bound) {
  const double start = seconds();
  if (!on.has_bricks())
    sweep_points<Stencil>(on, bound);
  else if constexpr (compiled<Stencil>)
    sweep_bricks<Stencil>(on, bound);
  on.metrics().calc += seconds() - start;
}

} // namespace detail

/// Applies a stencil to all cells. The arguments are those of `Stencil`: a field for each accessor, values for the
/// rest; `brick::point` parameters take none. Ghost zones of the inputs are made valid first. Collective.
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
  if (!on.has_bricks() || detail::reads_neighbours<Stencil>())
    detail::for_each_field<true>(parameters{}, bound, [](const auto& input) { input.exchange_ghosts(); });
  detail::sweep<Stencil>(on, bound);
  detail::for_each_field<false>(parameters{}, bound, [](auto& output) { output.invalidate_ghosts(); });
}

} // namespace brick
