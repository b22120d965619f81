// SPDX-License-Identifier: MIT
// Part of a domain: stencils and reductions on a box of cells, `brick::apply<k>(brick::on(box), ...)`.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "brick/index.hpp"
#include "brick/layout.hpp"

namespace brick {

/// The cells that `brick::on` names; the first argument of `apply` and `reduce`.
template <int D> struct region {
  box<D> cells; ///< global and half-open
};

/// Only these cells, global and half-open: the same on all ranks, and inside the domain unless empty.
template <int D> [[nodiscard]] constexpr region<D> on(const box<D>& cells) { return {cells}; }

namespace detail {

template <class T> inline constexpr bool is_region = false;
template <int D> inline constexpr bool is_region<region<D>> = true;

/// Whether the arguments of a call start with a region.
template <class... Arguments> inline constexpr bool starts_with_region = false;
template <class First, class... Rest>
inline constexpr bool starts_with_region<First, Rest...> = is_region<std::remove_cvref_t<First>>;

/// Throws `error`, which begins with `call`, unless `cells` is empty or inside a domain of `domain` cells.
template <int D> void check_region(const std::string& call, const box<D>& cells, const index<D>& domain);

/// Bricks of a list, by how many of their own cells are in a box: all, or some.
struct chosen_bricks {
  std::vector<std::int32_t> whole, cut;
};

template <int D>
chosen_bricks choose_bricks(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, const box<D>& cells);

/// A field that a sweep writes.
struct swept_output {
  std::byte* first = nullptr;    ///< brick
  std::int64_t stride_bytes = 0; ///< from one brick to the next
  std::size_t element_bytes = 0;
};

/// Calls `sweep(context, bricks)` for those of `bricks` that have cells in a region, and puts what it writes to cells
/// outside back to what that was. Not for `bricks` that are all inside.
template <int D>
void sweep_region(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, const box<D>& cells,
                  std::span<const swept_output> outputs,
                  void (*sweep)(const void* context, std::span<const std::int32_t> bricks), const void* context);

} // namespace detail

} // namespace brick
