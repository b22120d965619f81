// SPDX-License-Identifier: MIT
// What is fetched ahead of a loop over runs of blocks.
#include "brick/blocks_ahead.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <utility>
#include <vector>

namespace {

struct run {
  int number = 0;
  std::int64_t count = 1;
};

using block = std::pair<int, std::int64_t>; ///< number of the run, and of the block in it

TEST(BlocksAhead, FetchesEveryBlockOnceAndHalfABrickBefore) {
  for (const std::vector<std::int64_t>& counts :
       std::vector<std::vector<std::int64_t>>{{}, {1}, {31}, {32}, {33}, {64, 64, 64}, {1, 1, 100, 2, 1, 30, 1}}) {
    std::vector<run> runs;
    for (const std::int64_t count : counts)
      runs.push_back({static_cast<int>(runs.size()), count});
    const auto all = static_cast<std::size_t>(std::accumulate(counts.begin(), counts.end(), std::int64_t{0}));
    std::vector<block> fetched, visited;
    brick::detail::blocks_ahead ahead(runs.data(), runs.data() + runs.size(),
                                      [&](const run& r, std::int64_t i) { fetched.emplace_back(r.number, i); });
    for (const run& r : runs)
      for (std::int64_t i = 0; i < r.count; ++i) {
        ahead.advance();
        visited.emplace_back(r.number, i);
        ASSERT_EQ(fetched.size(), std::min<std::size_t>(visited.size() + 32, all));
        EXPECT_EQ(visited.back(), fetched[visited.size() - 1]);
      }
    EXPECT_EQ(fetched, visited);
  }
}

} // namespace
