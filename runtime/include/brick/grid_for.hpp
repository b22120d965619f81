// SPDX-License-Identifier: MIT
// The grid that steps want.
#pragma once

#include <algorithm>

#include "brick/entity.hpp"
#include "brick/field_group.hpp"
#include "brick/grid.hpp"
#include "brick/runtime.hpp"
#include "brick/step_plan.hpp"
#include "brick/sweep.hpp"

namespace brick {

namespace detail {

/// One layout for two plans with the same bricks: the deeper halo, the smaller elements, and columns where one of them
/// sweeps these, which lose more by another numbering than patches do.
template <int D> constexpr step_plan<D> both(step_plan<D> a, const step_plan<D>& b) {
  for (int axis = 0; axis < D; ++axis)
    a.halo[axis] = std::max(a.halo[axis], b.halo[axis]);
  a.element_bytes = std::min(a.element_bytes, b.element_bytes);
  if (b.order == sweep_order::columns) a.order = b.order;
  return a;
}

/// The plan of a step, or several that share a grid.
template <auto Step, auto... More> consteval auto plan_for() {
  auto plan = generated<Step>::plan;
  static_assert(((generated<More>::plan.brick == generated<Step>::plan.brick) && ...),
                "brick::grid_for: these steps are compiled for different bricks; give brickc one with --brick");
  ((plan = both(plan, generated<More>::plan)), ...); // nothing for one step
  return plan;
}

} // namespace detail

/// The grid that a step wants, or several: bricks when brickc has compiled them, arrays otherwise. Its halo is the
/// deepest that one of them needs. Collective.
template <auto Step, auto... More>
[[nodiscard]] auto grid_for(const runtime& program, const grid_options<detail::dimensions_of<Step>()>& options) {
  constexpr int dims = detail::dimensions_of<Step>();
  static_assert(((detail::dimensions_of<More>() == dims) && ...),
                "brick::grid_for: these steps have fields of different dimensions; each needs a grid of its own");
  static_assert(((compiled<More> == compiled<Step>) && ...),
                "brick::grid_for: brickc has compiled some of these steps, but not all");
  if constexpr (compiled<Step>)
    return grid<dims>(program, options, detail::plan_for<Step, More...>());
  else
    return grid<dims>(program, options);
}

} // namespace brick
