// SPDX-License-Identifier: MIT
// A domain cut over the ranks, its boundaries, and how its cells lie in memory: in bricks for programs that brickc has
// compiled, in arrays for reference mode.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "brick/array_layout.hpp"
#include "brick/boundary.hpp"
#include "brick/cell_block.hpp"
#include "brick/decomposition.hpp"
#include "brick/entity.hpp"
#include "brick/field_memory.hpp"
#include "brick/kernel_bricks.hpp"
#include "brick/layout.hpp"
#include "brick/parallel.hpp"
#include "brick/runtime.hpp"
#include "brick/step_plan.hpp"
#include "brick/streaming_choice.hpp"
#include "brick/sweep.hpp"
#include "brick/walls.hpp"

namespace brick {

/// What the user says about a grid.
template <int D> struct grid_options {
  index<D> cells{};                  ///< the domain, cells per axis
  boundaries<D> boundary = periodic; ///< beyond its sides
  index<D> halo{};                   ///< ghost cells at the least, of a brick at most; 0: chosen
  bool wrap_in_place = true;         ///< a periodic axis inside one rank needs no messages
};

namespace detail {

/// Stands for certain values of all wall cells: equal ones mean equal values.
using wall_token = std::shared_ptr<const void>;

/// Values of all user cells, as the bytes of their elements. Memory that holds them keeps their token, which is
/// replaced when they change.
struct user_values {
  std::vector<std::byte> bytes;
  wall_token token = new_token();

  static wall_token new_token() { return std::make_shared<const char>(); }
};

/// The walls that fields of a grid share: wall cells for every set of boundaries in use, and values of user cells.
template <int D> struct wall_registry {
  struct shared_values {
    std::weak_ptr<const wall_cells<D>> of; ///< values may outlive it, and its address be another's then
    std::weak_ptr<user_values> values;
  };
  std::vector<std::shared_ptr<const wall_cells<D>>> cells;
  std::vector<shared_values> values;
};

template <int D> struct layer_pieces;

/// The immutable state that copies of a grid share, and what its fields do.
template <int D> struct grid_state {
  std::shared_ptr<runtime_state> runtime;
  grid_options<D> options;
  decomposition<D> cut;
  std::optional<step_plan<D>> plan; ///< of the compiled step; none in reference mode
  brick_layout<D> bricks;           ///< used with a plan
  array_layout<D> array;            ///< used without
  detail::kernel_bricks<D> kernels; ///< used with kernels for devices
  mutable wall_registry<D> walls;
  mutable std::vector<std::shared_ptr<const layer_pieces<D>>> layers; ///< that boundary kernels have computed
  mutable std::vector<std::byte> layer_room; ///< what they give cells; kept, as large memory comes anew page by page
  mutable memory_pool pool;
  mutable streaming_choices streaming; ///< for sweeps of stencils
};

} // namespace detail

/// A cheap handle: copies are the same grid. Fields that meet in a stencil must live on the same one. Moving copies,
/// so that a grid is never empty.
template <int D> class grid {
  static_assert(detail::is_dimension<D>, "brick: a grid has 1 to 3 dimensions");

public:
  static constexpr int dimensions = D;

  /// Reference mode: arrays. Collective. Throws `error`, on all ranks, for impossible extents, and when the ranks do
  /// not all ask for the same grid.
  grid(const runtime& program, const grid_options<D>& options);

  /// Bricks, as a compiled step needs them; BRICK_EXCHANGE overrides the plan's strategy. Collective,
  /// with errors as above.
  grid(const runtime& program, const grid_options<D>& options, const step_plan<D>& plan);

  grid(const grid&) = default;
  grid& operator=(const grid&) = default;

  [[nodiscard]] const index<D>& cells() const { return state_->options.cells; }
  [[nodiscard]] const boundaries<D>& boundary() const { return state_->options.boundary; }
  [[nodiscard]] const index<D>& halo() const { return state_->cut.halo(); }
  [[nodiscard]] const brick::decomposition<D>& decomposition() const { return state_->cut; }

  /// The cells of this rank (global coordinates); empty on an idle rank.
  [[nodiscard]] box<D> own_cells() const { return state_->cut.part(state_->runtime->world.rank()); }

  /// Ghost cells around the own cells on each axis: the halo, or none on a periodic axis that wraps inside the rank.
  [[nodiscard]] index<D> ghost_depth() const { return has_bricks() ? bricks().ghost_depth() : halo(); }

  [[nodiscard]] bool has_bricks() const { return state_->plan.has_value(); }
  [[nodiscard]] const brick_layout<D>& bricks() const { return state_->bricks; }
  [[nodiscard]] const array_layout<D>& array() const { return state_->array; }

  /// What kernels for devices are told of the bricks.
  [[nodiscard]] const detail::kernel_bricks<D>& kernel_bricks() const { return state_->kernels; }

  /// The strategy that exchanges are asked to use; `field::exchange_used` tells what they do use.
  [[nodiscard]] strategy exchange() const { return has_bricks() ? state_->plan->exchange : strategy::packed; }

  /// The sides of an axis.
  [[nodiscard]] face low(int axis) const { return side(axis, false); }
  [[nodiscard]] face high(int axis) const { return side(axis, true); }

  /// Own bricks in the order they are computed.
  [[nodiscard]] std::span<const std::int32_t> traversal() const { return state_->bricks.traversal(); }

  /// The element offset of an own or ghost cell from a field's `data()`, in a storage of so many fields.
  [[nodiscard]] std::int64_t offset_of(const index<D>& cell, int interleaved = 1) const {
    return has_bricks() ? state_->bricks.offset_of(cell, interleaved) : state_->array.offset_of(cell);
  }

  /// What is stored together with an own or ghost cell.
  [[nodiscard]] cell_block<D> block_of(const index<D>& cell) const {
    return has_bricks() ? state_->bricks.block_of(cell) : state_->array.block();
  }

  /// Calls `visit(box)` for boxes that together are the cells that `thread` of `threads` works on, the same in every
  /// sweep.
  template <class Visit> void for_each_box(int thread, int threads, Visit&& visit) const;

  /// Calls `visit(cell, length, offset)` for `cells` (own cells) in row-major order, piece by piece: `length` cells
  /// from `cell` along the unit-stride axis, stored from element `offset` in a storage of so many fields.
  template <class Visit> void for_each_piece(const box<D>& cells, int interleaved, Visit&& visit) const;

  /// Returns when the device, if there is one, has computed what it was asked to.
  void wait_for_device() const {
    if (state_->runtime->device) state_->runtime->device->wait();
  }

  [[nodiscard]] int threads() const { return state_->runtime->threads; }
  [[nodiscard]] const communicator& world() const { return state_->runtime->world; }
  [[nodiscard]] metrics_record& metrics() const { return state_->runtime->metrics; }

  /// In words: cells, process grid, layout, halo, strategy.
  [[nodiscard]] std::string describe() const;

  /// Whether both are the same grid, not just equal ones.
  friend bool operator==(const grid& a, const grid& b) { return a.state_ == b.state_; }

  [[nodiscard]] const detail::grid_state<D>& state() const { return *state_; }
  [[nodiscard]] const std::shared_ptr<const detail::grid_state<D>>& shared_state() const { return state_; }

private:
  [[nodiscard]] static face side(int axis, bool high) {
    if (axis < 0 || axis >= D)
      throw error("a grid of " + std::to_string(D) + " dimensions has no axis " + std::to_string(axis));
    return {axis, high};
  }

  std::shared_ptr<const detail::grid_state<D>> state_;
};

template <int D> template <class Visit> void grid<D>::for_each_box(int thread, int threads, Visit&& visit) const {
  const box<D> own = own_cells();
  if (!has_bricks()) {
    const auto [first, last] = detail::share(own.high[0] - own.low[0], thread, threads);
    box<D> slab = own;
    slab.low[0] = own.low[0] + first;
    slab.high[0] = own.low[0] + last;
    if (first < last) visit(slab);
    return;
  }
  for (std::int32_t id : bricks().share_of(brick_part::all, thread, threads))
    visit(detail::intersection(bricks().cells_of(id), own));
}

template <int D>
template <class Visit>
void grid<D>::for_each_piece(const box<D>& cells, int interleaved, Visit&& visit) const {
  constexpr int fast = D - 1;
  if (empty(cells)) return;
  const std::int64_t unit = has_bricks() ? bricks().brick()[fast] : cells.high[fast] - cells.low[fast];
  const std::int64_t origin = has_bricks() ? 0 : cells.low[fast];
  box<D> rows = cells;
  rows.high[fast] = rows.low[fast] + 1;
  for_each_in(rows, [&](index<D> cell) {
    while (cell[fast] < cells.high[fast]) {
      const std::int64_t end = origin + (floor_div(cell[fast] - origin, unit) + 1) * unit;
      const std::int64_t length = std::min(end, cells.high[fast]) - cell[fast];
      visit(std::as_const(cell), length, offset_of(cell, interleaved));
      cell[fast] += length;
    }
  });
}

extern template class grid<1>;
extern template class grid<2>;
extern template class grid<3>;

} // namespace brick
