// SPDX-License-Identifier: MIT
// How a grid is set up: halo, cut, layout, walls; and its description.
#include "brick/grid.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "agreement.hpp"
#include "brick/environment.hpp"
#include "brick/error.hpp"
#include "brick/field_walls.hpp"
#include "brick/storage.hpp"

namespace brick {

namespace {

/// In reference mode nobody knows the radius beforehand. Ghost zones are so deep where there is room, and no rank gets
/// a part so thin that common stencils would not fit.
constexpr std::int64_t deepest_automatic_halo = 8;
constexpr std::int64_t thinnest_automatic_part = 4;

constexpr std::int64_t largest_page = std::int64_t{1} << 30;

template <int D>
decomposition<D> cut_domain(const runtime& program, const grid_options<D>& options, const index<D>& unit,
                            const index<D>& halo) {
  return decomposition<D>({.cells = options.cells,
                           .unit = unit,
                           .halo = halo,
                           .periodic = options.boundary.periodic_axes(),
                           .ranks = program.size()});
}

/// The smallest part along an axis, over all ranks.
template <int D> std::int64_t thinnest_part(const decomposition<D>& cut, int axis) {
  std::int64_t thinnest = cut.cells()[axis];
  for (int rank = 0; rank < cut.active_ranks(); ++rank)
    thinnest = std::min(thinnest, shape(cut.part(rank))[axis]);
  return thinnest;
}

template <int D> bool is_mirrored(const grid_options<D>& options, int axis) {
  const boundary_sides& sides = options.boundary[axis];
  return sides.low.kind == boundary_kind::neumann || sides.high.kind == boundary_kind::neumann;
}

template <int D> decomposition<D> cut_for_arrays(const runtime& program, const grid_options<D>& options) {
  const index<D> unit = filled<D>(1);
  index<D> halo = options.halo;
  for (int a = 0; a < D; ++a)
    if (halo[a] == 0) halo[a] = std::clamp<std::int64_t>(options.cells[a], 1, thinnest_automatic_part);
  const decomposition<D> first = cut_domain<D>(program, options, unit, halo);
  for (int a = 0; a < D; ++a)
    if (options.halo[a] == 0) {
      const bool limited = first.process_grid()[a] > 1 || options.boundary.is_periodic(a) || is_mirrored(options, a);
      halo[a] = limited ? std::min(deepest_automatic_halo, thinnest_part(first, a)) : deepest_automatic_halo;
    }
  return cut_domain<D>(program, options, unit, halo);
}

/// What the plan needs, or the user wants if that is more: no deeper than a brick, since an exchange brings the bricks
/// beside. What is negative is left to be refused.
template <int D> index<D> brick_halo(const grid_options<D>& options, const step_plan<D>& plan) {
  index<D> halo = plan.halo;
  for (int a = 0; a < D; ++a) {
    if (options.halo[a] > plan.brick[a])
      throw error("a halo of " + std::to_string(options.halo[a]) + " cells is wanted on axis " + std::to_string(a) +
                  ", but bricks are " + to_string(plan.brick) + " cells; brickc's option --brick makes longer ones");
    halo[a] = options.halo[a] < 0 ? options.halo[a] : std::max(halo[a], options.halo[a]);
  }
  return halo;
}

/// Memory of a device has no views, and other ranks cannot see it; nor do kernels on the host read bricks of theirs.
template <int D> void check_device_plan(const step_plan<D>& plan) {
  if (plan.where != processor::host && plan.exchange != strategy::layout && plan.exchange != strategy::basic)
    throw error("ghost zones of steps for " + std::string(to_string(plan.where)) +
                " travel by layout or basic, not by " + std::string(to_string(plan.exchange)));
}

template <int D> step_plan<D> with_environment(step_plan<D> plan) {
  static constexpr std::array<std::string_view, 8> accepted{"shared",     "shared-layout", "memmap", "layout",
                                                            "memmap-put", "layout-put",    "shift",  "basic"};
  if (const auto wanted = detail::environment_choice("BRICK_EXCHANGE", accepted))
    plan.exchange = strategy_named(*wanted);
  return plan;
}

std::size_t page_bytes() {
  const auto system = static_cast<std::int64_t>(system_page_bytes());
  const std::int64_t wanted = detail::environment_integer("BRICK_PAGE_BYTES", system, largest_page).value_or(system);
  if (wanted % system != 0)
    throw error("BRICK_PAGE_BYTES=" + std::to_string(wanted) + " is not a multiple of the system's page size, " +
                std::to_string(system));
  return static_cast<std::size_t>(wanted);
}

/// Everything the ranks must agree on before they can exchange messages.
template <int D> std::string contract(const grid<D>& on, std::size_t page) {
  std::string text = on.describe() + ", boundaries" + detail::text_of(on.boundary());
  if (on.has_bricks())
    text += ", elements of " + std::to_string(on.state().plan->element_bytes) + " bytes, pages of " +
            std::to_string(page) + " bytes";
  return text + (on.state().options.wrap_in_place ? "" : ", messages to oneself");
}

} // namespace

template <int D> grid<D>::grid(const runtime& program, const grid_options<D>& options) {
  detail::together(program.world(), "", [&] {
    auto state = std::make_shared<detail::grid_state<D>>();
    state->runtime = program.state();
    state->options = options;
    state->cut = cut_for_arrays(program, options);
    state->array = array_layout<D>(state->cut, program.rank(), {.wrap_in_place = options.wrap_in_place});
    detail::walls_of(*state, options.boundary);
    state_ = std::move(state);
  });
  detail::check_same(world(), "making a grid: ", "grids differ from rank to rank: ", contract(*this, 0));
}

template <int D> grid<D>::grid(const runtime& program, const grid_options<D>& options, const step_plan<D>& plan) {
  std::size_t page = 0;
  detail::together(program.world(), "", [&] {
    auto state = std::make_shared<detail::grid_state<D>>();
    page = page_bytes();
    state->runtime = program.state();
    state->options = options;
    state->plan = with_environment(plan);
    check_device_plan(*state->plan);
    auto& device = state->runtime->device;
    if (plan.where == processor::cuda && !device) device = detail::open_cuda_device(program.node().rank());
    state->cut = cut_domain<D>(program, options, plan.brick, brick_halo(options, plan));
    state->bricks = brick_layout<D>(state->cut, program.rank(),
                                    {.exchange = state->plan->exchange,
                                     .element_bytes = plan.element_bytes,
                                     .page_bytes = page,
                                     .wrap_in_place = options.wrap_in_place,
                                     .order = plan.order,
                                     .patch = {},
                                     .node = state->runtime->node_ranks});
    state->kernels = detail::kernel_bricks<D>(state->bricks, plan.where == processor::cuda ? device : nullptr);
    detail::walls_of(*state, options.boundary);
    state_ = std::move(state);
  });
  detail::check_same(world(), "making a grid: ", "grids differ from rank to rank: ", contract(*this, page));
}

template <int D> std::string grid<D>::describe() const {
  const brick::decomposition<D>& cut = decomposition();
  std::string text = to_string(cells()) + " cells on " + to_string(cut.process_grid()) + " ranks";
  if (const int idle = cut.ranks() - cut.active_ranks()) text += " (" + std::to_string(idle) + " idle)";
  text += has_bricks() ? ", bricks of " + to_string(bricks().brick()) + " cells" : ", arrays (reference mode)";
  return text + ", halo " + to_string(halo()) + ", exchange " + std::string(to_string(exchange()));
}

template class grid<1>;
template class grid<2>;
template class grid<3>;

} // namespace brick
