// SPDX-License-Identifier: MIT
// Computing the cells of one rank: point by point on arrays (reference mode), by brickc's version on bricks. In a
// region, the bricks that lie partly outside are swept whole too, and the cells outside get their old values back.
//
// All that depends on the stencil's own types is a function for some bricks, and one for some points of a row: what is
// around them is compiled once, in the library, and not for every stencil of a program.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <tuple>

#include "brick/any_field.hpp"
#include "brick/device_sweep.hpp"
#include "brick/ghosts.hpp"
#include "brick/grid.hpp"
#include "brick/layout.hpp"
#include "brick/parameter.hpp"
#include "brick/streaming_choice.hpp"
#include "brick/sweep.hpp"
#include "brick/uses.hpp"

namespace brick::detail {

/// The strides that generated code is told, in the order of the fields.
template <class... Bound> auto strides_of(const std::tuple<Bound...>& bound) {
  std::array<std::int64_t, sizeof...(Bound) + 1> strides{}; // one more, as there may be no parameter
  auto next = strides.begin();
  for_each_field(bound, [&](const auto& field) { *next++ = field.brick_stride(); });
  return strides;
}

/// Bytes of the cells that a sweep goes over, of all its fields.
template <int D> std::size_t swept_bytes(const grid<D>& on, std::span<const field_use<D>> fields);

/// How many threads sweep over a part, where a brick is so much `work`.
template <int D> int sweep_threads(const grid<D>& on, brick_part part, std::int64_t work);

/// What generated code is told of these bricks, but for the strides of fields.
template <int D>
sweep_range range_of(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, bool in_place,
                     bool streaming);

/// The code of a stencil, for its bound parameters.
template <int D> struct stencil_code {
  streaming_choices::entity entity = nullptr; ///< the user's function

  /// Calls that for the `length` cells from `cell` on in a row, stored from element `offset`. Null where what brickc
  /// has compiled stands for none.
  void (*compute_points)(const void* bound, index<D> cell, std::int64_t length, std::int64_t offset) = nullptr;

  /// brickc's version on some bricks: on the host, for what `range_of` says, or on a device, those of a part that have
  /// cells in a box.
  void (*sweep_bricks)(const void* bound, sweep_range range) = nullptr;
  void (*launch)(const void* bound, const grid<D>& on, brick_part part, const box<D>& cells) = nullptr;
};

template <auto Stencil, int D, class Bound>
void compute_points(const void* bound, index<D> cell, std::int64_t length, std::int64_t offset) {
  for (const std::int64_t end = offset + length; offset < end; ++offset, ++cell[D - 1])
    std::apply([&](const auto&... each) { Stencil(each.at(cell, offset)...); }, *static_cast<const Bound*>(bound));
}

template <auto Stencil, class Bound> void sweep_bricks(const void* bound, sweep_range range) {
  const Bound& parameters = *static_cast<const Bound*>(bound);
  const auto strides = strides_of(parameters);
  range.strides = strides.data();
  std::apply([&](const auto&... each) { generated<Stencil>::sweep(range, each...); }, generated_arguments(parameters));
}

template <auto Stencil, int D, class Bound>
void launch(const void* bound, const grid<D>& on, brick_part part, const box<D>& cells) {
  sweep_by_kernel<Stencil>(on, *static_cast<const Bound*>(bound), part, cells);
}

template <auto Stencil, int D, class Bound> stencil_code<D> code_of() {
  stencil_code<D> code{reinterpret_cast<streaming_choices::entity>(Stencil)};
  if constexpr (!fuses<Stencil>) // which `may_fuse` allows on bricks only
    code.compute_points = compute_points<Stencil, D, Bound>;
  if constexpr (has_kernel<Stencil>)
    code.launch = launch<Stencil, D, Bound>;
  else if constexpr (compiled<Stencil>)
    code.sweep_bricks = sweep_bricks<Stencil, Bound>;
  return code;
}

/// Computes the cells of `cells` that are in `part`; on arrays, `part` is all.
template <int D>
void sweep_cells(const grid<D>& on, const stencil_call<D>& call, const stencil_code<D>& code,
                 std::span<const field_use<D>> fields, const sweep_part& part, const box<D>& cells);

} // namespace brick::detail
