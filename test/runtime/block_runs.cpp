// SPDX-License-Identifier: MIT
// Compressed sets of blocks.
#include "block_runs.hpp"

#include <gtest/gtest.h>

namespace {

using brick::extent;
using brick::detail::block_run;
using brick::detail::compress;
using brick::detail::compress_rows;

using runs = std::vector<block_run>;

TEST(BlockRuns, RowsOfBlocks) {
  std::vector<extent> blocks;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 3; ++j)
      blocks.push_back({16 + 1000 * i + 100 * j, 8});
  EXPECT_EQ(compress(blocks), (runs{{16, 8, 3, 100, 4, 1000}}));
}

TEST(BlockRuns, RowsOfTwo) {
  EXPECT_EQ(compress({{0, 8}, {100, 8}, {1000, 8}, {1100, 8}, {2000, 8}, {2100, 8}}), (runs{{0, 8, 2, 100, 3, 1000}}));
}

TEST(BlockRuns, OneBlockBeforeARow) {
  EXPECT_EQ(compress({{8, 8}, {200, 8}, {300, 8}, {400, 8}}), (runs{{8, 8}, {200, 8, 3, 100}}));
}

TEST(BlockRuns, RowsOfOneAreARow) { EXPECT_EQ(compress_rows(runs{{0, 8}, {50, 8}, {100, 8}}), (runs{{0, 8, 3, 50}})); }

TEST(BlockRuns, OtherLengthsAndOrders) {
  EXPECT_EQ(compress({{0, 8}, {100, 4}, {50, 4}, {0, 4}}), (runs{{0, 8}, {100, 4, 3, -50}}));
  EXPECT_EQ(compress({{0, 8}, {0, 8}, {0, 8}}), (runs{{0, 8, 3, 0}}));
}

TEST(BlockRuns, NothingOfNothing) {
  EXPECT_TRUE(compress(std::vector<extent>{}).empty());
  EXPECT_TRUE(compress({{5, 0}, {8, 0}}).empty());
}

} // namespace
