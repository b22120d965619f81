// SPDX-License-Identifier: MIT
// Minimal segment sets, joining and splitting.
#include "brick/transfer.hpp"

#include <algorithm>
#include <random>
#include <set>

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

TEST(Minimize, JoinsCopiesOfOneSource) {
  const std::vector<segment> segments{{0, 0, 4}, {0, 100, 4}, {4, 4, 4}, {4, 104, 4}};
  EXPECT_EQ(brick::minimize(segments), (std::vector<segment>{{0, 0, 8}, {0, 100, 8}}));
}

TEST(Minimize, MovesBytesThatAreGivenTwiceOnce) {
  EXPECT_EQ(brick::minimize({{0, 10, 4}, {2, 12, 4}, {1, 11, 1}}), (std::vector<segment>{{0, 10, 6}}));
}

/// Every byte of a random set moves as it does in the set, and no two segments of the result continue each other.
TEST(Minimize, IsAFixpointForRandomCuts) {
  std::mt19937 random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<extent> source, destination;
    const auto cut = [&](std::vector<extent>& pieces) {
      std::int64_t at = 0, left = 60;
      while (left > 0) {
        const std::int64_t length = std::min<std::int64_t>(left, random() % 9);
        pieces.push_back({at, length});
        at += length + random() % 2 * 3;
        left -= length;
      }
      if (round % 2) std::ranges::shuffle(pieces, random);
    };
    cut(source);
    cut(destination);
    std::vector<segment> bytes;
    const auto places = [](const std::vector<extent>& pieces) {
      std::vector<std::int64_t> result;
      for (const extent& p : pieces)
        for (std::int64_t i = 0; i < p.length; ++i)
          result.push_back(p.offset + i);
      return result;
    };
    const std::vector<std::int64_t> from = places(source), to = places(destination);
    for (std::size_t i = 0; i < from.size(); ++i)
      bytes.push_back({from[i], to[i], 1});
    const std::vector<segment> result = brick::segments_between(source, destination);
    EXPECT_EQ(result, brick::minimize(bytes));
    std::set<std::pair<std::int64_t, std::int64_t>> moved;
    for (const segment& s : result) {
      for (std::int64_t i = 0; i < s.length; ++i)
        EXPECT_TRUE(moved.insert({s.source + i, s.destination + i}).second);
      for (const segment& next : result)
        EXPECT_FALSE(s.source + s.length == next.source && s.destination + s.length == next.destination);
    }
    for (const segment& b : bytes)
      EXPECT_TRUE(moved.contains({b.source, b.destination}));
    EXPECT_EQ(moved.size(), bytes.size());
  }
}

TEST(SegmentsBetween, CutsWhereEitherSideDoes) {
  EXPECT_EQ(brick::segments_between({{0, 8}, {16, 8}}, {{0, 4}, {100, 12}}),
            (std::vector<segment>{{0, 0, 4}, {4, 100, 4}, {16, 104, 8}}));
  EXPECT_EQ(brick::segments_between({{0, 3}, {3, 5}}, {{10, 6}, {16, 2}}), (std::vector<segment>{{0, 10, 8}}));
  EXPECT_TRUE(brick::segments_between({}, {}).empty());
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
