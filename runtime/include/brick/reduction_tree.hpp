// SPDX-License-Identifier: MIT
// The order in which a reduction combines values, the same for every number of ranks and threads and every layout.
//
// Along an axis, values are combined by a dyadic tree anchored at position 0: a node of level k covers the positions
// [i * 2^k, (i + 1) * 2^k) and combines its lower half with its upper half; where one half has no values, the node is
// the other half. A reduction does so along the unit-stride axis first, which leaves a value for each row, then along
// the next slower axis over these, and so on. Whoever owns a whole node may combine it: a brick's row is a node or a
// few since bricks start at multiples of their extent, and a rank's part of an axis is at most two nodes of every
// level.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <utility>
#include <vector>

#include "brick/fold.hpp"

namespace brick::detail {

/// Combines the values of positions [low, low + count), count > 0, level by level and in place.
template <class T, class Operation>
T fold(T* values, std::int64_t low, std::int64_t count, const Operation& operation) {
  while (count > 1) {
    const std::int64_t alone = low & 1; // an upper half at the start, whose lower one has no value
    const std::int64_t pairs = (count - alone) / 2;
    fold_groups_of<2>(values + alone, values + alone, pairs, operation);
    if (alone + 2 * pairs < count) values[alone + pairs] = values[count - 1];
    count = (count + alone + 1) / 2;
    low >>= 1;
  }
  return values[0];
}

/// The same for `rows` trees side by side: the values of position p are at `values + (p - low) * stride`, one for each
/// tree, and the results in the end where those of the first position were.
template <class T, class Operation>
void fold_side_by_side(T* values, std::int64_t stride, std::int64_t rows, std::int64_t low, std::int64_t count,
                       const Operation& operation) {
  constexpr std::int64_t rows_at_once = 64; // whose values stay in cache
  for (; rows > rows_at_once; rows -= rows_at_once, values += rows_at_once)
    fold_side_by_side(values, stride, rows_at_once, low, count, operation);
  const auto row = [&](std::int64_t place) { return values + place * stride; };
  while (count > 1) {
    const std::int64_t alone = low & 1;
    const std::int64_t pairs = (count - alone) / 2;
    for (std::int64_t p = 0; p < pairs; ++p)
      combine_rows(row(alone + 2 * p), row(alone + 2 * p + 1), row(alone + p), rows, operation);
    if (alone + 2 * pairs < count) std::copy_n(row(count - 1), rows, row(alone + pairs));
    count = (count + alone + 1) / 2;
    low >>= 1;
  }
}

/// Combines each `extent` (a power of two) of the `count` values, which begin at multiples of it: value i of the result
/// is theirs. It is where this returns; `other` has room for half of the values, and both are overwritten.
template <class T, class Operation>
T* fold_groups(T* values, T* other, std::int64_t count, std::int64_t extent, const Operation& operation) {
  const auto fold_by = [&]<int Extent>(std::integral_constant<int, Extent>) {
    count /= Extent;
    extent /= Extent;
    fold_groups_of<Extent>(values, other, count, operation);
    std::swap(values, other);
  };
  while (extent >= 8)
    fold_by(std::integral_constant<int, 8>());
  if (extent == 4) fold_by(std::integral_constant<int, 4>());
  if (extent == 2) fold_by(std::integral_constant<int, 2>());
  return values;
}

/// Positions [low, high) along an axis.
struct interval {
  std::int64_t low = 0, high = 0;
  [[nodiscard]] constexpr std::int64_t size() const { return high - low; }
  friend bool operator==(const interval&, const interval&) = default;
};

/// The groups of `unit` positions that have positions in `positions`.
constexpr interval in_units(const interval& positions, std::int64_t unit) {
  const std::int64_t low = positions.low / unit;
  return {low, positions.size() > 0 ? (positions.high + unit - 1) / unit : low};
}

/// A node of the tree, and those of its positions that have values.
struct tree_node {
  int level = 0;
  std::int64_t number = 0; ///< of the nodes of its level, from position 0
  interval positions;
};

/// The largest nodes, in order, whose values are all in `own`, a part of `all`, the positions that have values.
std::vector<tree_node> largest_nodes(const interval& own, const interval& all);

/// The order in which neighbouring nodes, sorted and none inside another, become their root, which is then in place 0:
/// each pair (a, b) means that place a becomes the combination of places a and b.
std::vector<std::pair<std::size_t, std::size_t>> merge_order(const std::vector<tree_node>& nodes);

} // namespace brick::detail
