// SPDX-License-Identifier: MIT
// Minimal segment sets, joining and splitting.
#include "brick/transfer.hpp"

#include <gtest/gtest.h>

namespace {

using brick::extent;
using brick::segment;

TEST(Minimize, JoinsWhatContinuesAtBothEnds) {
  const std::vector<segment> bytes{{3, 13, 1}, {1, 11, 1}, {2, 12, 1}, {0, 10, 1}};
  EXPECT_EQ(brick::minimize(bytes), (std::vector<segment>{{0, 10, 4}}));
}

TEST(Minimize, KeepsWhatContinuesAtOneEndOnly) {
  const std::vector<segment> segments{{0, 0, 8}, {8, 16, 8}, {32, 24, 8}};
  EXPECT_EQ(brick::minimize(segments), segments);
}

TEST(Minimize, DropsEmptySegments) {
  EXPECT_EQ(brick::minimize({{0, 0, 4}, {4, 4, 0}, {4, 4, 4}}), (std::vector<segment>{{0, 0, 8}}));
  EXPECT_TRUE(brick::minimize({}).empty());
}

TEST(Join, KeepsTheOrderOfTheBytes) {
  EXPECT_EQ(brick::join({{8, 8}, {16, 4}, {0, 8}}), (std::vector<extent>{{8, 12}, {0, 8}}));
}

TEST(Split, GivesEveryPieceItsMessage) {
  brick::exchange_plan plan;
  plan.sends.push_back({1, 50, false, {{0, 8}, {16, 8}}});
  plan.sends.push_back({1, 90, true, {{0, 8}, {16, 8}}});
  const brick::exchange_plan result = brick::split(plan);
  ASSERT_EQ(result.sends.size(), 3u);
  EXPECT_EQ(result.sends[0].tag, 50);
  EXPECT_EQ(result.sends[1].tag, 51);
  EXPECT_EQ(result.sends[1].pieces, (std::vector<extent>{{16, 8}}));
  EXPECT_EQ(result.sends[2].pieces.size(), 2u);
}

TEST(Dump, NamesEveryMessageAndCopy) {
  brick::exchange_plan plan;
  plan.sends.push_back({1, 50, false, {{0, 8}, {16, 8}}});
  plan.late_recvs.push_back({2, 7, true, {{64, 8}}});
  plan.copies.push_back({0, 32, 8});
  EXPECT_EQ(brick::to_string(plan), "send to rank 1 tag 50 16 bytes: [0, 8) [16, 24)\n"
                                    "late receive from rank 2 tag 7 packed 8 bytes: [64, 72)\n"
                                    "copy [0, 8) to 32\n");
}

} // namespace
