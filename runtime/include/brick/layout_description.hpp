// SPDX-License-Identifier: MIT
// A brick layout to look at: the order of its regions in storage, who receives them, and the segments that each
// neighbour is sent (PPoPP'21, section 3). It is taken from the plans of both sides, so it shows what exchanges move.
// Free of MPI; tools/brick-layout prints and draws it.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "brick/decomposition.hpp"
#include "brick/layout.hpp"
#include "brick/strategy.hpp"
#include "brick/transfer.hpp"

namespace brick {

/// Bricks that follow each other in storage and travel together. `neighbours` are codes of directions (`direction_of`):
/// of own bricks those to whom the bricks are sent, none for inner ones; of ghost bricks the one they come from, none
/// where walls or seams fill them. The bricks are in the order of storage; ids are their places there.
template <int D> struct described_region {
  std::vector<placed_brick<D>> bricks;
  std::vector<int> neighbours;
  bool ghost = false;
};

/// What goes to the neighbour in one direction, from this rank's storage to its: the fewest segments, in bytes.
template <int D> struct described_neighbour {
  int direction = 0; ///< its code
  int rank = 0;
  int messages = 0; ///< 0 for bricks that are read where they lie
  std::vector<segment> segments;
};

/// The layout of one rank. An idle rank has nothing.
template <int D> struct layout_description {
  strategy how = strategy::shared;
  int rank = 0;
  index<D> process_grid{}, brick{};
  std::int64_t brick_bytes = 0;
  std::vector<described_region<D>> regions; ///< own ones, then ghost bricks, by place in storage
  std::vector<described_neighbour<D>> neighbours;
};

/// Describes the layout that rank `rank` of `cut` has for exchanges by `how`, of fields with elements of
/// `options.element_bytes`; `options.exchange` is ignored. Cells across seams and beyond walls are left out. Throws
/// `error` as a layout does, and where the plans of two ranks disagree.
template <int D>
layout_description<D> describe(const decomposition<D>& cut, int rank, strategy how, brick_layout_options<D> options);

/// As text: a line for each region, by its place in storage, then for each neighbour its segments.
template <int D> std::string to_string(const layout_description<D>& layout);

/// A direction in signs, an axis each: "(-0+)"; "(000)" is here.
template <int D> std::string direction_text(int code);

} // namespace brick
