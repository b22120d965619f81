// SPDX-License-Identifier: MIT
// Sweeps of stencils over a rank's cells.
#include "brick/sweep_cells.hpp"

#include <vector>

#include "brick/metrics.hpp"
#include "brick/parallel.hpp"
#include "brick/region.hpp"

namespace brick::detail {

template <int D> std::size_t swept_bytes(const grid<D>& on, std::span<const field_use<D>> fields) {
  std::size_t of_cell = 0;
  for (const field_use<D>& each : fields)
    of_cell += each.field->element_bytes();
  return of_cell * static_cast<std::size_t>(volume(on.own_cells()));
}

template <int D> int sweep_threads(const grid<D>& on, brick_part part, std::int64_t work) {
  const auto bricks = std::ssize(on.bricks().share_of(part, 0, 1));
  return bricks * work < on.state().runtime->threads_from_work ? 1 : on.threads();
}

template <int D>
sweep_range range_of(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, bool in_place,
                     bool streaming) {
  const bool sees = in_place && !layout.adjacency_in_place().empty();
  const std::int32_t* const adjacency = sees ? layout.adjacency_in_place().data() : layout.adjacency().data();
  return {bricks.data(), std::ssize(bricks),         adjacency, layout.lattice(),
          nullptr,       layout.domain_of_partial(), streaming};
}

namespace {

/// The user's function at every own cell of `cells`.
template <int D>
void sweep_points(const grid<D>& on, const stencil_code<D>& code, const void* bound, const box<D>& cells) {
  parallel(on.threads(), [&](int thread) {
    on.for_each_box(thread, on.threads(), [&](const box<D>& block) {
      on.for_each_piece(intersection(block, cells), 1,
                        [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
                          code.compute_points(bound, cell, length, offset);
                        });
    });
  });
}

/// The order of a sweep: of one that reads nothing beside the point, that of bricks in memory.
template <int D> sweep_order order_of_sweep(const brick_layout<D>& layout, const compiled_facts<D>& stencil) {
  return stencil.radius == index<D>{} ? layout.order() : stencil.order;
}

/// The fields that a sweep writes.
template <int D>
std::vector<swept_output> swept_outputs(const brick_layout<D>& layout, std::span<const field_use<D>> fields) {
  std::vector<swept_output> outputs;
  for (const field_use<D>& each : fields) {
    if (!each.output) continue;
    const stored_cells cells = each.output->swept_cells();
    const auto brick_bytes = layout.cells_per_brick() * static_cast<std::int64_t>(cells.element_bytes);
    outputs.push_back({cells.data, brick_bytes * cells.interleaved, cells.element_bytes});
  }
  return outputs;
}

/// brickc's version, on each thread's share of the bricks.
template <int D>
void sweep_by_threads(const grid<D>& on, const stencil_call<D>& call, const stencil_code<D>& code,
                      std::span<const field_use<D>> fields, const sweep_part& part, const box<D>& cells) {
  const brick_layout<D>& layout = on.bricks();
  const bool everything = intersection(cells, layout.own_cells()) == layout.own_cells();
  const std::size_t bytes = swept_bytes(on, fields), from = on.state().runtime->streaming_from_bytes;
  streaming_choice* const choice = everything ? on.state().streaming.of(code.entity, bytes, from) : nullptr;
  const bool streams = choice ? choice->now() : everything && bytes > from;
  const auto sweep = [&](std::span<const std::int32_t> bricks) {
    code.sweep_bricks(call.bound, range_of(layout, bricks, part.in_place, streams));
  };
  const int threads = sweep_threads(on, part.bricks, call.compiled->work);
  const double start = choice ? seconds() : 0;
  parallel(threads, [&](int thread) {
    const std::span<const std::int32_t> bricks =
        layout.share_of(part.bricks, thread, threads, order_of_sweep(layout, *call.compiled), call.compiled->omission);
    if (everything) return sweep(bricks);
    sweep_region(
        layout, bricks, cells, swept_outputs(layout, fields),
        [](const void* context, std::span<const std::int32_t> some) {
          (*static_cast<decltype(&sweep)>(context))(some);
        },
        &sweep);
  });
  if (choice && part.bricks != brick_part::surface) choice->took(seconds() - start);
}

} // namespace

template <int D>
void sweep_cells(const grid<D>& on, const stencil_call<D>& call, const stencil_code<D>& code,
                 std::span<const field_use<D>> fields, const sweep_part& part, const box<D>& cells) {
  const double start = seconds();
  if (!on.has_bricks())
    sweep_points(on, code, call.bound, cells);
  else if (code.launch)
    code.launch(call.bound, on, part.bricks, cells);
  else
    sweep_by_threads(on, call, code, fields, part, cells);
  on.metrics().calc += seconds() - start;
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template std::size_t swept_bytes(const grid<D>&, std::span<const field_use<D>>);                                     \
  template int sweep_threads(const grid<D>&, brick_part, std::int64_t);                                                \
  template sweep_range range_of(const brick_layout<D>&, std::span<const std::int32_t>, bool, bool);                    \
  template void sweep_cells(const grid<D>&, const stencil_call<D>&, const stencil_code<D>&,                            \
                            std::span<const field_use<D>>, const sweep_part&, const box<D>&);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
