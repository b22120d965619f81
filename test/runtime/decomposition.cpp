// SPDX-License-Identifier: MIT
#include "brick/decomposition.hpp"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "brick/direction.hpp"
#include "message_of.hpp"

namespace {

using brick::box;
using brick::decomposition;
using brick::decomposition_options;
using brick::index;

/// Every cell belongs to one rank, and parts begin on brick edges.
template <int D> void expect_partition(const decomposition<D>& cut) {
  std::int64_t cells = 0;
  for (int rank = 0; rank < cut.ranks(); ++rank) {
    const box<D> part = cut.part(rank);
    EXPECT_EQ(brick::empty(part), rank >= cut.active_ranks());
    cells += brick::volume(part);
    for (int a = 0; a < D; ++a) {
      EXPECT_EQ(part.low[a] % cut.unit()[a], 0);
      EXPECT_LE(part.high[a], cut.cells()[a]);
      if (rank < cut.active_ranks() && cut.process_grid()[a] > 1) {
        EXPECT_GE(part.high[a] - part.low[a], cut.halo()[a]);
      }
    }
    for (int other = 0; other < rank; ++other) {
      bool apart = false;
      for (int a = 0; a < D; ++a)
        apart = apart || part.low[a] >= cut.part(other).high[a] || part.high[a] <= cut.part(other).low[a];
      EXPECT_TRUE(apart) << "ranks " << rank << " and " << other;
    }
  }
  EXPECT_EQ(cells, brick::product(cut.cells()));
}

TEST(Decomposition, EveryCellHasOneOwner) {
  for (index<3> cells : {index<3>{8, 8, 8}, {17, 24, 40}, {64, 64, 64}, {100, 50, 30}, {1, 200, 9}})
    for (index<3> unit : {index<3>{1, 1, 1}, {8, 8, 8}, {4, 8, 16}})
      for (int ranks = 1; ranks <= 17; ++ranks)
        for (std::int64_t halo : {0, 1, 3})
          expect_partition(decomposition<3>(
              {.cells = cells, .unit = unit, .halo = {halo, halo, halo}, .periodic = {}, .ranks = ranks}));
}

TEST(Decomposition, LargestPartThenSurface) {
  const auto grid = [](index<3> cells, int ranks) {
    return decomposition<3>({.cells = cells, .unit = {8, 8, 8}, .halo = {1, 1, 1}, .periodic = {}, .ranks = ranks})
        .process_grid();
  };
  EXPECT_EQ(grid({64, 64, 64}, 1), (index<3>{1, 1, 1}));
  EXPECT_EQ(grid({64, 64, 64}, 2), (index<3>{2, 1, 1}));  // slow axes first
  EXPECT_EQ(grid({64, 64, 64}, 8), (index<3>{4, 2, 1}));  // no more surface than 2x2x2, and whole rows
  EXPECT_EQ(grid({16, 16, 128}, 2), (index<3>{1, 1, 2})); // the smallest face
  EXPECT_EQ(grid({64, 64, 64}, 7), (index<3>{3, 2, 1}));  // 96 bricks at most; 7 slabs have 128
}

TEST(Decomposition, RanksWithoutBricksAreIdle) {
  const decomposition<2> cut({.cells = {20, 8}, .unit = {8, 8}, .halo = {2, 2}, .periodic = {}, .ranks = 8});
  EXPECT_EQ(cut.active_ranks(), 3);
  EXPECT_EQ(cut.part(2), (box<2>{{16, 0}, {20, 8}}));
  EXPECT_EQ(cut.part(3), (box<2>{}));
  EXPECT_EQ(cut.neighbour(3, {1, 0}), -1);
}

TEST(Decomposition, PartsAreAtLeastAHaloWide) {
  // Three bricks, but the last has only one cell: with a halo of 2, two parts are the most.
  const decomposition<1> cut({.cells = {17}, .unit = {8}, .halo = {2}, .periodic = {}, .ranks = 4});
  EXPECT_EQ(cut.active_ranks(), 2);
}

TEST(Decomposition, Neighbours) {
  const decomposition<2> cut(
      {.cells = {16, 16}, .unit = {8, 8}, .halo = {1, 1}, .periodic = {true, false}, .ranks = 4});
  ASSERT_EQ(cut.process_grid(), (index<2>{2, 2}));
  EXPECT_EQ(cut.neighbour(0, {1, 0}), 2);
  EXPECT_EQ(cut.neighbour(0, {-1, 0}), 2); // around the end
  EXPECT_EQ(cut.neighbour(0, {1, 1}), 3);
  EXPECT_EQ(cut.neighbour(0, {0, -1}), -1);
  EXPECT_EQ(cut.neighbour(3, {-1, 1}), -1);
  for (int rank = 0; rank < 4; ++rank)
    EXPECT_EQ(cut.rank_at(cut.coordinates(rank)), rank);
}

TEST(Decomposition, OneRankIsItsOwnPeriodicNeighbour) {
  const decomposition<1> cut({.cells = {16}, .unit = {8}, .halo = {1}, .periodic = {true}, .ranks = 1});
  EXPECT_EQ(cut.neighbour(0, {1}), 0);
  EXPECT_EQ(cut.neighbour(0, {-1}), 0);
}

std::string refusal_of(const decomposition_options<2>& options) {
  return message_of([&] { decomposition<2> cut(options); });
}

TEST(Decomposition, ImpossibleExtentsAreNamed) {
  EXPECT_EQ(refusal_of({.cells = {3, 9}, .unit = {1, 1}, .halo = {4, 4}, .periodic = {true, false}}),
            "the domain is narrower than its halo: 3 cells, halo 4 on axis 0, which is periodic");
  EXPECT_EQ(refusal_of({.cells = {3, -9}, .unit = {1, 1}}), "a grid needs at least one cell on axis 1, not -9");
  EXPECT_EQ(refusal_of({.cells = {3, 3}, .unit = {1, 0}}), "a brick needs at least one cell on axis 1, not 0");
  EXPECT_EQ(refusal_of({.cells = {3, 3}, .unit = {1, 1}, .halo = {-1, 0}}), "the halo on axis 0 is negative: -1");
}

} // namespace
