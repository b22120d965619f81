// SPDX-License-Identifier: MIT
// Applying a stencil to whole fields: brickc's version of it on bricks, the user's own function, point by point, on
// arrays (reference mode).
//
// `[[brick::stencil]]` and `[[brick::step]]` mean nothing to plain compilers; -Wno-attributes silences their warning.
#pragma once

#include <span>
#include <type_traits>
#include <utility>

#include "brick/any_field.hpp"
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

/// Checks and makes a call for the cells of a box, everywhere where that is null. Collective; throws as `brick::apply`
/// does.
template <int D>
void make_call(const stencil_call<D>& call, const stencil_code<D>& code, std::span<field_use<D>> fields,
               const box<D>* where);

/// `apply` of bound parameters everywhere or on a region. Does not depend on the types of the arguments: many calls of
/// a stencil take little more to compile than one.
template <auto Stencil, class Bound>
void apply_on(const box<dimensions_of_kernel<Stencil>>* where, const Bound& bound) {
  constexpr int D = dimensions_of_kernel<Stencil>;
  static_assert(std::is_void_v<typename signature<decltype(Stencil)>::result>,
                "brick::apply: a stencil returns nothing; one that returns a value is for brick::reduce");
  auto fields = fields_of_call<Stencil>(bound);
  make_call<D>(call_of<Stencil, D>("apply", bound), code_of<Stencil, D, Bound>(), fields, where);
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
  detail::apply_on<Stencil>(nullptr, detail::bind_for<Stencil>(arguments...));
}

/// The same for the cells of a region, `brick::on(box)`: all others keep their values. Throws `error` too when the
/// box is not inside the domain; an empty one is fine.
template <auto Stencil, int D, class... Arguments> void apply(const region<D>& where, Arguments&&... arguments) {
  detail::apply_on<Stencil>(&where.cells, detail::bind_for<Stencil>(arguments...));
}

} // namespace brick
