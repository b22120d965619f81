// SPDX-License-Identifier: MIT
#include "brick/walls.hpp"

#include <map>
#include <optional>
#include <set>

#include <gtest/gtest.h>

namespace {

using brick::boundaries;
using brick::box;
using brick::dirichlet;
using brick::index;
using brick::periodic;

std::map<std::int64_t, double> expand(const std::vector<brick::wall_run>& runs) {
  std::map<std::int64_t, double> cells;
  for (const auto& run : runs)
    for (std::int64_t row = 0; row < run.count; ++row)
      for (std::int64_t i = 0; i < run.length; ++i)
        EXPECT_TRUE(cells.emplace(run.offset + row * run.stride + i, run.value).second) << "twice";
  return cells;
}

/// The rule, cell by cell: the slowest axis beyond a wall decides.
template <int D>
std::optional<double> wall_value(const index<D>& cell, const index<D>& cells, const boundaries<D>& boundary) {
  for (int a = 0; a < D; ++a) {
    if (boundary.is_periodic(a)) continue;
    if (cell[a] < 0) return boundary[a].low.value;
    if (cell[a] >= cells[a]) return boundary[a].high.value;
  }
  return std::nullopt;
}

template <int D, class Layout>
void expect_walls(const Layout& layout, const brick::wall_cells<D>& walls, const box<D>& region, const index<D>& cells,
                  const boundaries<D>& boundary) {
  auto found = expand(walls.once);
  found.merge(expand(walls.refilled));
  brick::for_each_in<D>(region, [&](const index<D>& cell) {
    const auto expected = wall_value<D>(cell, cells, boundary);
    const auto it = found.find(layout.offset_of(cell));
    ASSERT_EQ(it != found.end(), expected.has_value()) << brick::to_string(cell);
    if (expected) EXPECT_EQ(it->second, *expected);
  });
}

const boundaries<2> walls_2d = {{dirichlet(1), dirichlet(2)}, {dirichlet(3), dirichlet(4)}};
const boundaries<2> channel = {periodic, {dirichlet(3), dirichlet(4)}};

TEST(Walls, ArraysAndBricksFollowTheRule) {
  for (const boundaries<2>& boundary : {walls_2d, channel})
    for (index<2> cells : {index<2>{16, 24}, {17, 30}, {9, 9}})
      for (int ranks : {1, 2, 4}) {
        const brick::decomposition<2> arrays(
            {.cells = cells, .unit = {1, 1}, .halo = {2, 3}, .periodic = boundary.periodic_axes(), .ranks = ranks});
        const brick::decomposition<2> bricks(
            {.cells = cells, .unit = {8, 8}, .halo = {2, 3}, .periodic = boundary.periodic_axes(), .ranks = ranks});
        for (int rank = 0; rank < ranks; ++rank) {
          if (const brick::array_layout<2> layout(arrays, rank, {}); rank < arrays.active_ranks())
            expect_walls<2>(layout, brick::find_walls<2>(layout, arrays, boundary), layout.all_cells(), cells,
                            boundary);
          if (rank >= bricks.active_ranks()) continue;
          const brick::brick_layout<2> layout(bricks, rank, {.exchange = brick::strategy::layout});
          box<2> region = layout.own_cells(); // and what is read around them
          for (int a = 0; a < 2; ++a) {
            region.low[a] -= layout.ghost_depth()[a];
            region.high[a] += layout.ghost_depth()[a];
          }
          expect_walls<2>(layout, brick::find_walls(layout, bricks, rank, boundary), region, cells, boundary);
        }
      }
}

TEST(Walls, GhostBricksWithoutMessagesAreWrittenOnce) {
  const brick::decomposition<2> cut({.cells = {16, 16}, .unit = {8, 8}, .halo = {1, 1}, .periodic = {}, .ranks = 1});
  const brick::brick_layout<2> layout(cut, 0, {.exchange = brick::strategy::layout});
  const brick::wall_cells<2> walls = brick::find_walls(layout, cut, 0, walls_2d);
  EXPECT_FALSE(walls.once.empty());
  EXPECT_TRUE(walls.refilled.empty());
}

TEST(Walls, NoneWhereAllIsPeriodic) {
  const brick::decomposition<2> cut(
      {.cells = {16, 16}, .unit = {1, 1}, .halo = {1, 1}, .periodic = {true, true}, .ranks = 1});
  const brick::array_layout<2> layout(cut, 0, {});
  EXPECT_TRUE(brick::find_walls<2>(layout, cut, periodic).once.empty());
}

/// Where the cell beyond the sides of a 1-D domain of 20 cells in bricks of 8 lie: the last brick is cut.
TEST(Walls, MirrorsAndUserCellsAreAsDeepAsTheHalo) {
  const brick::decomposition<1> cut({.cells = {20}, .unit = {8}, .halo = {2}, .periodic = {}, .ranks = 1});
  const brick::brick_layout<1> layout(cut, 0, {.exchange = brick::strategy::layout});
  const auto at = [&](std::int64_t cell) { return layout.offset_of({cell}); };
  const auto walls = brick::find_walls<1>(layout, cut, 0, {brick::neumann, brick::ghost});
  EXPECT_EQ(walls.mirrors, (std::vector<brick::mirror_run>{{at(-2), at(1), 2, -1}}));
  ASSERT_EQ(walls.user.size(), 2u);
  EXPECT_EQ(walls.user.cells, (std::vector<index<1>>{{20}, {21}}));
  EXPECT_EQ(walls.user.runs, (std::vector<brick::user_run>{{at(20), 0, 2}}));
  EXPECT_EQ(walls.user.refilled().size(), 1u); // they share a brick with own cells
  EXPECT_EQ(walls.user.of({0, true}, true).size(), 1u);
  EXPECT_TRUE(walls.user.of({0, true}, false).empty());
  EXPECT_TRUE(walls.user.of({0, false}, true).empty());
  const auto low = brick::find_walls<1>(layout, cut, 0, {brick::ghost, brick::neumann});
  EXPECT_EQ(low.user.runs, (std::vector<brick::user_run>{{at(-2), 0, 2}}));
  EXPECT_TRUE(low.user.refilled().empty());
}

/// Cells that lie at equal distances are one run: one in each row of a brick, or its rows of one plane.
TEST(Walls, UserCellsLieInRuns) {
  const brick::decomposition<2> cut({.cells = {16, 16}, .unit = {8, 8}, .halo = {1, 1}, .periodic = {}, .ranks = 1});
  const brick::brick_layout<2> layout(cut, 0, {.exchange = brick::strategy::layout});
  const auto walls = brick::find_walls<2>(layout, cut, 0, brick::ghost);
  std::int64_t number = 0;
  for (const brick::user_run& run : walls.user.runs) {
    EXPECT_EQ(run.cell, number);
    for (std::int64_t row = 0; row < run.count; ++row)
      for (std::int64_t i = 0; i < run.length; ++i, ++number)
        EXPECT_EQ(run.offset + row * run.stride + i,
                  layout.offset_of(walls.user.cells[static_cast<std::size_t>(number)]));
  }
  EXPECT_EQ(number, std::ssize(walls.user.cells));
  EXPECT_EQ(number, 4 * 16 + 4);
  for (const bool high : {false, true})
    EXPECT_LE(walls.user.of({1, high}, false).size(), 2u); // of two bricks; each a cell of eight rows
}

/// Threads write them at once: no cell is written twice, and none is read that is written.
TEST(Walls, CellsLieInOneListOnlyAndMirrorOthers) {
  using brick::ghost, brick::neumann;
  const auto function = dirichlet([](const brick::point<2>& p) { return static_cast<double>(p[0]); });
  const boundaries<2> mixed[] = {{neumann, neumann},
                                 {{neumann, function}, {ghost, neumann}},
                                 {{ghost, dirichlet(1)}, neumann},
                                 {neumann, {function, dirichlet(2)}},
                                 {periodic, {neumann, ghost}},
                                 {{dirichlet(3), neumann}, periodic}};
  bool repeated = false;
  for (const boundaries<2>& boundary : mixed)
    for (const index<2>& cells : {index<2>{16, 24}, {17, 30}, {21, 9}}) {
      const brick::decomposition<2> cut(
          {.cells = cells, .unit = {8, 8}, .halo = {2, 3}, .periodic = boundary.periodic_axes(), .ranks = 1});
      const brick::brick_layout<2> layout(cut, 0, {.exchange = brick::strategy::layout});
      const auto walls = brick::find_walls<2>(layout, cut, 0, boundary);
      std::set<std::int64_t> written, read;
      const auto write = [&](std::int64_t cell) { EXPECT_TRUE(written.insert(cell).second) << "twice: " << cell; };
      for (const auto* runs : {&walls.once, &walls.refilled})
        for (const auto& [cell, value] : expand(*runs))
          write(cell);
      for (const brick::user_run& run : walls.user.runs)
        for (std::int64_t row = 0; row < run.count; ++row)
          for (std::int64_t i = 0; i < run.length; ++i)
            write(run.offset + row * run.stride + i);
      for (const brick::mirror_run& run : walls.mirrors) {
        repeated = repeated || run.count > 1;
        for (std::int64_t row = 0; row < run.count; ++row)
          for (std::int64_t i = 0; i < run.length; ++i) {
            write(run.offset + row * run.stride + i);
            read.insert(run.source + row * run.stride + i * run.step);
          }
      }
      for (const std::int64_t cell : read)
        EXPECT_FALSE(written.contains(cell)) << cell;
    }
  EXPECT_TRUE(repeated);
}

TEST(Walls, ADomainThinnerThanItsHaloHasNoMirror) {
  const brick::decomposition<1> cut({.cells = {3}, .unit = {8}, .halo = {4}, .periodic = {}, .ranks = 1});
  const brick::brick_layout<1> layout(cut, 0, {.exchange = brick::strategy::layout});
  EXPECT_THROW(brick::find_walls<1>(layout, cut, 0, brick::neumann), brick::error);
}

} // namespace
