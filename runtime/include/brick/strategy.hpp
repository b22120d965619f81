// SPDX-License-Identifier: MIT
// The ways to move a halo, by name.
#pragma once

#include <string_view>

namespace brick {

/// How ghost zones travel between ranks.
enum class strategy {
  shared,        ///< bricks of ranks on the same node are read where they lie, nothing is moved; memmap for the others
  shared_layout, ///< as shared, but layout for the others
  memmap,        ///< page views make the bricks for one neighbour contiguous: one message a neighbour, nothing packed
  layout,        ///< one message per contiguous run of the surface order, nothing packed
  memmap_put,    ///< as memmap, but put into the receiver's memory (MPI_Put) instead of sent to be received
  layout_put,    ///< as layout, in that way
  shift,  ///< as memmap, but axis after axis, ghost bricks of one travelling on along the next: two messages an axis
  basic,  ///< one message per surface region and neighbour, nothing packed
  packed, ///< one message a neighbour, copied through a buffer; the only one for the array layout
};

/// "shared", "shared-layout", "memmap", "layout", "memmap-put", "layout-put", "shift", "basic", "packed".
std::string_view to_string(strategy s);

/// The strategy with that name; throws `error` with the accepted names otherwise.
strategy strategy_named(std::string_view name);

/// Whether bricks of ranks on the node are read where they lie.
constexpr bool reads_in_place(strategy s) { return s == strategy::shared || s == strategy::shared_layout; }

/// Whether messages are sent from, or received in, page views that make their bricks contiguous.
constexpr bool has_views(strategy s) {
  return s == strategy::shared || s == strategy::memmap || s == strategy::memmap_put || s == strategy::shift;
}

/// Whether the surface regions of layouts for it start on pages, so that they can be mapped.
constexpr bool is_on_pages(strategy s) { return has_views(s) || reads_in_place(s); }

/// Whether messages are put into the receiver's memory.
constexpr bool is_one_sided(strategy s) { return s == strategy::memmap_put || s == strategy::layout_put; }

/// The strategy that has the same messages, sent and received.
constexpr strategy two_sided(strategy s) {
  return s == strategy::memmap_put ? strategy::memmap : s == strategy::layout_put ? strategy::layout : s;
}

} // namespace brick
