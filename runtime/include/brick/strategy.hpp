// SPDX-License-Identifier: MIT
// The ways to move a halo, by name.
#pragma once

#include <string_view>

namespace brick {

/// How ghost zones travel between ranks.
enum class strategy {
  shared, ///< bricks of ranks on the same node are read where they lie, nothing is moved; memmap for the others
  memmap, ///< page views make the bricks for one neighbour contiguous: one message a neighbour, nothing packed
  layout, ///< one message per contiguous run of the surface order, nothing packed
  basic,  ///< one message per surface region and neighbour, nothing packed
  packed, ///< one message a neighbour, copied through a buffer; the only one for the array layout
};

/// "shared", "memmap", "layout", "basic", "packed".
std::string_view to_string(strategy s);

/// The strategy with that name; throws `error` with the accepted names otherwise.
strategy strategy_named(std::string_view name);

} // namespace brick
