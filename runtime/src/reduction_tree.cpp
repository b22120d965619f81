// SPDX-License-Identifier: MIT
// Nodes of the tree, and their merging.
#include "brick/reduction_tree.hpp"

#include <algorithm>
#include <bit>

namespace brick::detail {

namespace {

interval positions_of(int level, std::int64_t number, const interval& all) {
  const std::int64_t low = std::max(number << level, all.low);
  return {low, std::max(low, std::min((number + 1) << level, all.high))};
}

void add_nodes(int level, std::int64_t number, const interval& own, const interval& all,
               std::vector<tree_node>& nodes) {
  const interval positions = positions_of(level, number, all);
  if (positions.high <= own.low || own.high <= positions.low || positions.size() == 0) return;
  if (own.low <= positions.low && positions.high <= own.high) return nodes.push_back({level, number, positions});
  add_nodes(level - 1, 2 * number, own, all, nodes);
  add_nodes(level - 1, 2 * number + 1, own, all, nodes);
}

class merger {
public:
  explicit merger(const std::vector<tree_node>& nodes) : nodes_(nodes) {}

  /// Merges the nodes below this one, which begin with `next_`, and returns the place of the result.
  std::size_t merge(int level, std::int64_t number) {
    if (nodes_[next_].level == level) return next_++;
    const std::size_t left = merge(level - 1, child_of(level, number));
    if (!is_next_below(level, number)) return left;
    pairs_.emplace_back(left, merge(level - 1, 2 * number + 1));
    return left;
  }

  std::vector<std::pair<std::size_t, std::size_t>> pairs_;

private:
  [[nodiscard]] bool is_next_below(int level, std::int64_t number) const {
    if (next_ == nodes_.size() || nodes_[next_].level >= level) return false;
    return nodes_[next_].number >> (level - nodes_[next_].level) == number;
  }

  /// The child that holds the next node.
  [[nodiscard]] std::int64_t child_of(int level, std::int64_t number) const {
    const tree_node& next = nodes_[next_];
    const std::int64_t upper = 2 * number + 1;
    return next.number >> (level - 1 - next.level) == upper ? upper : upper - 1;
  }

  const std::vector<tree_node>& nodes_;
  std::size_t next_ = 0;
};

/// The level of a node that begins at 0 and covers all positions below `high`.
int root_level(std::int64_t high) {
  return std::bit_width(static_cast<std::uint64_t>(std::max<std::int64_t>(high, 1) - 1));
}

} // namespace

std::vector<tree_node> largest_nodes(const interval& own, const interval& all) {
  std::vector<tree_node> nodes;
  add_nodes(root_level(all.high), 0, own, all, nodes);
  return nodes;
}

std::vector<std::pair<std::size_t, std::size_t>> merge_order(const std::vector<tree_node>& nodes) {
  if (nodes.empty()) return {};
  int level = 0;
  for (const tree_node& node : nodes)
    level = std::max(level, node.level);
  merger merging(nodes);
  merging.merge(std::max(level, root_level(nodes.back().positions.high)), 0);
  return std::move(merging.pairs_);
}

} // namespace brick::detail
