// SPDX-License-Identifier: MIT
// Lines of bricks along the unit-stride axis, which reductions go through, and copies across seams in the order of
// sweeps.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "brick/layout.hpp"

namespace {

using namespace brick;

brick_layout<3> layout_of(const brick::index<3>& cells, int ranks, int rank) {
  const decomposition<3> cut(
      {.cells = cells, .unit = {8, 16, 8}, .halo = {1, 1, 1}, .periodic = {true, true, true}, .ranks = ranks});
  return brick_layout<3>(cut, rank, {.exchange = strategy::layout});
}

TEST(LayoutLines, HaveEveryBrickOnceInTheirOrder) {
  for (const int ranks : {1, 3})
    for (int rank = 0; rank < ranks; ++rank) {
      const brick_layout<3> layout = layout_of({40, 100, 72}, ranks, rank);
      const auto lines = layout.lines(brick_part::all);
      const auto width = static_cast<std::size_t>(layout.bricks_per_line());
      EXPECT_EQ(std::set(lines.begin(), lines.end()).size(), layout.traversal().size());
      ASSERT_EQ(lines.size(), layout.traversal().size());
      for (std::size_t i = 0; i < lines.size(); ++i) {
        brick::index<3> expected = layout.lattice_of(lines[i - i % width]);
        EXPECT_EQ(expected[2], layout.own_bricks().low[2]);
        expected[2] += static_cast<std::int64_t>(i % width);
        EXPECT_EQ(layout.lattice_of(lines[i]), expected);
      }
    }
}

/// A line with a brick that reads ghost cells is computed when these have come.
TEST(LayoutLines, AreInnerIfAllBricksAre) {
  const brick_layout<3> layout = layout_of({96, 32, 32}, 2, 0); // cut along the slowest axis
  const auto inner = layout.lines(brick_part::inner), surface = layout.lines(brick_part::surface);
  EXPECT_FALSE(inner.empty());
  EXPECT_FALSE(surface.empty());
  EXPECT_EQ(inner.size() + surface.size(), layout.lines(brick_part::all).size());
  const std::set<std::int32_t> known(layout.inner().begin(), layout.inner().end());
  const auto is_inner = [&](std::int32_t brick) { return known.contains(brick); };
  EXPECT_TRUE(std::ranges::all_of(inner, is_inner));
  for (std::size_t line = 0; line < surface.size(); line += static_cast<std::size_t>(layout.bricks_per_line()))
    EXPECT_FALSE(
        std::ranges::all_of(surface.subspan(line, static_cast<std::size_t>(layout.bricks_per_line())), is_inner));
}

/// The copies across seams of one rank go with the bricks that they write to, which come as sweeps do.
TEST(LayoutPlan, CopiesAcrossSeamsAreInTheOrderOfSweeps) {
  const brick_layout<3> layout = layout_of({20, 60, 44}, 1, 0);
  const exchange_plan plan = layout.plan(strategy::layout, 8);
  std::vector<std::int32_t> turns;
  for (const local_copy& copy : plan.copies)
    turns.push_back(layout.turn_of(static_cast<std::int32_t>(copy.destination / (layout.cells_per_brick() * 8))));
  EXPECT_GT(std::set(turns.begin(), turns.end()).size(), 5u);
  EXPECT_TRUE(std::ranges::is_sorted(turns));
}

/// Vectors are whole, half planes too; planes end with the domain.
TEST(LayoutPlan, SweepsComputeBeyondTheDomain) {
  EXPECT_EQ(layout_of({20, 50, 44}, 1, 0).computed_end(), (brick::index<3>{20, 56, 48}));
}

} // namespace
