// SPDX-License-Identifier: MIT
// Applying a stencil to whole fields: brickc's version of it on bricks, the user's own function, point by point, on
// arrays (reference mode).
//
// `[[brick::stencil]]` and `[[brick::step]]` mean nothing to plain compilers; -Wno-attributes silences their warning.
#pragma once

#include <type_traits>
#include <utility>

#include "brick/entity.hpp"
#include "brick/field.hpp"
#include "brick/ghosts.hpp"
#include "brick/parameter.hpp"
#include "brick/record.hpp"
#include "brick/region.hpp"
#include "brick/sweep_cells.hpp"
#include "brick/uses.hpp"

namespace brick {

namespace detail {

/// `apply` of bound parameters everywhere or on a region. Does not depend on the types of the arguments: many calls of
/// a stencil take little more to compile than one.
template <auto Stencil, class Where, class Bound> void apply_on(const Where& where, const Bound& bound) {
  using signature = signature<decltype(Stencil)>;
  using parameters = std::type_identity<typename signature::parameters>;
  static_assert(std::is_void_v<typename signature::result>,
                "brick::apply: a stencil returns nothing; one that returns a value is for brick::reduce");
  const call_site call{"apply", name_of<Stencil>()};
  const auto& on = grid_of(parameters{}, bound);
  constexpr int D = std::remove_cvref_t<decltype(on)>::dimensions;
  check_thread(*on.state().runtime, call);
  const box<D> cells = cells_of<D>(where, call, on.cells());
  check_uses(call, parameters{}, bound);
  check_same_call(on, call, cells, parameters{}, bound);
  check_bricks<Stencil>(on, call);
  exchange_and_compute<Stencil>(parameters{}, on.has_bricks(), bound, [&](brick_part part, bool in_place) {
    sweep_cells<Stencil, parameters>(on, bound, {part, in_place}, cells);
  });
}

} // namespace detail

/// Applies a stencil to all cells. The arguments are those of `Stencil`: a field for each accessor, values for the
/// rest; `brick::point` parameters take none. The ghost zones it reads are made valid first. Collective.
///
/// Throws `error` when the fields live on different grids, an output is used twice or is an input too, an access is
/// deeper than the halo, or the grid has bricks but brickc has not compiled the stencil.
template <auto Stencil, class... Arguments>
  requires(!detail::starts_with_region<Arguments...>)
void apply(Arguments&&... arguments) {
  detail::apply_on<Stencil>(detail::everywhere{}, detail::bind_for<Stencil>(arguments...));
}

/// The same for the cells of a region, `brick::on(box)`: all others keep their values. Throws `error` too when the
/// box is not inside the domain; an empty one is fine.
template <auto Stencil, int D, class... Arguments> void apply(const region<D>& where, Arguments&&... arguments) {
  detail::apply_on<Stencil>(where, detail::bind_for<Stencil>(arguments...));
}

} // namespace brick
