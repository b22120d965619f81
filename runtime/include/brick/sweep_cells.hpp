// SPDX-License-Identifier: MIT
// Computing the cells of one rank: point by point on arrays (reference mode), by brickc's version on bricks. In a
// region, the bricks that lie partly outside are swept whole too, and the cells outside get their old values back.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>

#include "brick/device_sweep.hpp"
#include "brick/grid.hpp"
#include "brick/metrics.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/region.hpp"
#include "brick/streaming_choice.hpp"
#include "brick/sweep.hpp"

namespace brick::detail {

/// The user's function at every own cell of `cells`.
template <auto Stencil, int D, class... Bound>
void sweep_points(const grid<D>& on, const std::tuple<Bound...>& bound, const box<D>& cells) {
  parallel(on.threads(), [&](int thread) {
    on.for_each_box(thread, on.threads(), [&](const box<D>& block) {
      on.for_each_piece(intersection(block, cells), 1, [&](index<D> cell, std::int64_t length, std::int64_t offset) {
        for (std::int64_t end = offset + length; offset < end; ++offset, ++cell[D - 1])
          std::apply([&](const Bound&... each) { Stencil(each.at(cell, offset)...); }, bound);
      });
    });
  });
}

/// The strides that generated code is told, in the order of the fields.
template <class... Bound> auto strides_of(const std::tuple<Bound...>& bound) {
  std::array<std::int64_t, sizeof...(Bound) + 1> strides{}; // one more, as there may be no parameter
  auto next = strides.begin();
  for_each_field(bound, [&](const auto& field) { *next++ = field.brick_stride(); });
  return strides;
}

/// Bytes of the cells that a sweep goes over, of all its fields.
template <int D, class... Bound> std::size_t swept_bytes(const grid<D>& on, const std::tuple<Bound...>& bound) {
  std::size_t of_cell = 0;
  for_each_field(bound, [&](const auto& field) { of_cell += sizeof(*field.data()); });
  return of_cell * static_cast<std::size_t>(volume(on.own_cells()));
}

/// The bricks to compute, and whether those of ranks on the node are read where they are seen.
struct sweep_part {
  brick_part bricks = brick_part::all;
  bool in_place = false;
};

/// How many threads sweep over a part.
template <auto Stencil, int D> int sweep_threads(const grid<D>& on, brick_part part) {
  const auto bricks = std::ssize(on.bricks().share_of(part, 0, 1));
  return bricks * generated<Stencil>::work < on.state().runtime->threads_from_work ? 1 : on.threads();
}

/// The order of a sweep: of one that reads nothing beside the point, that of bricks in memory.
template <auto Stencil, int D> sweep_order order_of_sweep(const brick_layout<D>& layout) {
  return generated<Stencil>::radius == index<D>{} ? layout.order() : generated<Stencil>::order;
}

/// What generated code is told of these bricks.
template <int D>
sweep_range range_of(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, bool in_place,
                     const std::int64_t* strides, bool streaming) {
  const bool sees = in_place && !layout.adjacency_in_place().empty();
  const std::int32_t* const adjacency = sees ? layout.adjacency_in_place().data() : layout.adjacency().data();
  return {bricks.data(), std::ssize(bricks),         adjacency, layout.lattice(),
          strides,       layout.domain_of_partial(), streaming};
}

/// The fields that a sweep writes.
template <class Parameters, class... Bound> auto swept_outputs(const std::tuple<Bound...>& bound) {
  std::array<swept_output, sizeof...(Bound)> outputs{};
  std::size_t count = 0;
  for_each_output(Parameters{}, bound, [&](auto& field) {
    constexpr std::size_t bytes = sizeof(*field.swept_data());
    outputs[count++] = {reinterpret_cast<std::byte*>(field.swept_data()),
                        field.brick_stride() * static_cast<std::int64_t>(bytes), bytes};
  });
  return std::pair(outputs, count);
}

/// brickc's version, on each thread's share of the bricks.
template <auto Stencil, class Parameters, int D, class... Bound>
void sweep_bricks(const grid<D>& on, const std::tuple<Bound...>& bound, const sweep_part& part, const box<D>& cells) {
  const brick_layout<D>& layout = on.bricks();
  const bool everything = intersection(cells, layout.own_cells()) == layout.own_cells();
  const auto strides = strides_of(bound);
  const std::size_t bytes = swept_bytes(on, bound), from = on.state().runtime->streaming_from_bytes;
  streaming_choice* const choice =
      everything ? on.state().streaming.of(reinterpret_cast<streaming_choices::entity>(Stencil), bytes, from) : nullptr;
  const bool streams = choice ? choice->now() : everything && bytes > from;
  const auto sweep = [&](std::span<const std::int32_t> bricks) {
    const sweep_range range = range_of(layout, bricks, part.in_place, strides.data(), streams);
    std::apply([&](const auto&... each) { generated<Stencil>::sweep(range, each...); }, generated_arguments(bound));
  };
  const int threads = sweep_threads<Stencil>(on, part.bricks);
  const double start = choice ? seconds() : 0;
  parallel(threads, [&](int thread) {
    const std::span<const std::int32_t> bricks =
        layout.share_of(part.bricks, thread, threads, order_of_sweep<Stencil>(layout), generated<Stencil>::omission);
    if (everything) return sweep(bricks);
    const auto [outputs, count] = swept_outputs<Parameters>(bound);
    sweep_region(
        layout, bricks, cells, std::span(outputs).first(count),
        [](const void* context, std::span<const std::int32_t> some) {
          (*static_cast<decltype(&sweep)>(context))(some);
        },
        &sweep);
  });
  if (choice && part.bricks != brick_part::surface) choice->took(seconds() - start);
}

/// Computes the cells of `cells` that are in `part`; on arrays, `part` is all.
template <auto Stencil, class Parameters, int D, class... Bound>
void sweep_cells(const grid<D>& on, const std::tuple<Bound...>& bound, const sweep_part& part, const box<D>& cells) {
  const double start = seconds();
  const auto sweep = [&] {
    if constexpr (!fuses<Stencil>) // which `may_fuse` allows on bricks only
      if (!compiled<Stencil> || !on.has_bricks()) return sweep_points<Stencil>(on, bound, cells);
    if constexpr (has_kernel<Stencil>)
      sweep_by_kernel<Stencil>(on, bound, part.bricks, cells);
    else if constexpr (compiled<Stencil>)
      sweep_bricks<Stencil, Parameters>(on, bound, part, cells);
  };
  sweep();
  on.metrics().calc += seconds() - start;
}

} // namespace brick::detail
