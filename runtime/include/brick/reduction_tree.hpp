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
#include <utility>
#include <vector>

namespace brick::detail {

/// Combines the values of positions [low, low + count), count > 0, level by level and in place.
template <class T, class Operation>
T fold(T* values, std::int64_t low, std::int64_t count, const Operation& operation) {
  while (count > 1) {
    const std::int64_t parent = low >> 1, last = (low + count - 1) >> 1;
    for (std::int64_t p = parent; p <= last; ++p) {
      const std::int64_t left = 2 * p - low, right = left + 1; // of its children in `values`
      if (left < 0)
        values[p - parent] = values[right];
      else
        values[p - parent] = right < count ? operation(values[left], values[right]) : values[left];
    }
    low = parent;
    count = last - parent + 1;
  }
  return values[0];
}

/// Combines each `extent` (a power of two) of the `count` values, which begin at multiples of it: value i of the result
/// is theirs. It is where this returns; `other` has room for half of the values, and both are overwritten. From one to
/// the other and back, since compilers make vectors of what they know not to overlap what is read.
template <class T, class Operation>
T* fold_groups(T* values, T* other, std::int64_t count, std::int64_t extent, const Operation& operation) {
  const auto fold_pairs = [&](const T* __restrict from, T* __restrict to) {
    for (std::int64_t i = 0; i < count; ++i)
      to[i] = operation(from[2 * i], from[2 * i + 1]);
  };
  for (; extent > 1; extent /= 2) {
    count /= 2;
    fold_pairs(values, other);
    std::swap(values, other);
  }
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
