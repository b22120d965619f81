// SPDX-License-Identifier: MIT
// Runs that are repeated at equal distances, as the ends of rows in a brick are, joined to few.
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <tuple>
#include <utility>
#include <vector>

namespace brick::detail {

/// Joins runs that are alike and lie at equal distances: a run has members `count` and `stride`, and `place` is where
/// it lies; `key(run)` is equal for those that are alike. Runs that have a count already stay as they are. No more than
/// some hundred are joined, so that threads can share them. The result is in the order of `order(run)`, which is looked
/// at for the first one of those that are joined, and among equals in that of places.
template <class Run, class Key, class Order>
std::vector<Run> join_repeated(std::vector<Run> runs, std::int64_t Run::* place, const Key& key, const Order& order) {
  constexpr std::int64_t most = 256;
  std::ranges::sort(runs, {}, [&](const Run& r) { return std::pair(key(r), r.*place); });
  std::vector<Run> result;
  for (const Run& run : runs) {
    if (run.count == 1 && !result.empty() && result.back().count < most && key(result.back()) == key(run)) {
      Run& last = result.back();
      const std::int64_t stride = run.*place - last.*place - (last.count - 1) * last.stride;
      if (last.count == 1 || stride == last.stride) {
        last.stride = stride;
        ++last.count;
        continue;
      }
    }
    result.push_back(run);
  }
  std::ranges::sort(result, {}, [&](const Run& r) { return std::tuple(std::invoke(order, r), r.*place, key(r)); });
  return result;
}

} // namespace brick::detail
