// SPDX-License-Identifier: MIT
// Descriptions of layouts: they say what plans say, of both sides.
#include "brick/layout_description.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

#include <gtest/gtest.h>

#include "brick/direction.hpp"
#include "brick/surface_order.hpp"

namespace {

using brick::strategy;

/// The middle one of 3^D ranks with so many bricks on each axis, of 4 cells.
template <int D> brick::layout_description<D> middle(std::int64_t bricks, strategy how) {
  brick::decomposition_options<D> domain{.cells = brick::filled<D>(12 * bricks),
                                         .unit = brick::filled<D>(4),
                                         .halo = brick::filled<D>(4),
                                         .periodic = {},
                                         .ranks = brick::direction_count(D)};
  domain.periodic.fill(true);
  std::vector<int> node(static_cast<std::size_t>(domain.ranks));
  std::iota(node.begin(), node.end(), 0);
  return brick::describe<D>(brick::decomposition<D>(domain), domain.ranks / 2, how, {.node = node});
}

template <int D> int messages(const brick::layout_description<D>& layout) {
  return std::accumulate(layout.neighbours.begin(), layout.neighbours.end(), 0,
                         [](int sum, const auto& n) { return sum + n.messages; });
}

TEST(LayoutDescription, Text) {
  EXPECT_EQ(to_string(middle<1>(3, strategy::layout)),
            "rank 1 of 3, bricks of 4 cells, 32 bytes each, exchange layout\n"
            "brick 0: inner\n"
            "brick 1: to (-)\n"
            "brick 2: to (+)\n"
            "ghost brick 3: from (-)\n"
            "ghost brick 4: from (+)\n"
            "to (-) rank 0, 1 message: [32, 64) -> 128\n"
            "to (+) rank 2, 1 message: [64, 96) -> 96\n"
            "2 messages to 2 neighbours\n");
}

/// Surface regions in the order that is computed, the messages of the closed forms.
template <int D> void check_counts() {
  const auto layout = middle<D>(4, strategy::layout);
  const auto own = std::ranges::count_if(layout.regions, [](const auto& r) { return !r.ghost; });
  EXPECT_EQ(own, brick::direction_count(D));
  EXPECT_TRUE(layout.regions.front().neighbours.empty());
  const std::vector<int> order = brick::surface_order(D);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const auto& region = layout.regions[i + 1];
    EXPECT_TRUE(std::ranges::binary_search(region.neighbours, order[i])) << i; // where it lies
  }
  EXPECT_EQ(messages(layout), brick::optimal_message_count(D));
  EXPECT_EQ(messages(middle<D>(4, strategy::memmap)), brick::neighbour_count(D));
  EXPECT_EQ(messages(middle<D>(4, strategy::basic)), brick::basic_message_count(D));
  EXPECT_EQ(messages(middle<D>(4, strategy::shared)), 0);
}

TEST(LayoutDescription, HasTheRegionsAndMessagesOfThePaper) {
  check_counts<1>();
  check_counts<2>();
  check_counts<3>();
}

/// Segments lead from bricks of regions that the neighbour receives to its ghost bricks: as many bytes as these bricks
/// have, in places that are alike for all ranks of this domain.
TEST(LayoutDescription, SegmentsLeadToGhostBricks) {
  for (const strategy how : {strategy::layout, strategy::basic, strategy::packed}) {
    const auto layout = middle<3>(3, how);
    for (const auto& neighbour : layout.neighbours) {
      const int from = brick::opposite(neighbour.direction, 3);
      std::int64_t bytes = 0;
      for (const brick::segment& s : neighbour.segments) {
        bytes += s.length;
        for (std::int64_t at = 0; at < s.length; at += layout.brick_bytes) {
          const auto region_of = [&](std::int64_t place) {
            return std::ranges::find_if(layout.regions, [&](const auto& r) {
              return std::ranges::any_of(r.bricks, [&](const auto& b) { return b.id * layout.brick_bytes == place; });
            });
          };
          const auto source = region_of(s.source + at), destination = region_of(s.destination + at);
          ASSERT_NE(source, layout.regions.end());
          ASSERT_NE(destination, layout.regions.end());
          EXPECT_TRUE(!source->ghost && std::ranges::binary_search(source->neighbours, neighbour.direction));
          EXPECT_TRUE(destination->ghost && destination->neighbours == std::vector<int>{from});
        }
      }
      std::int64_t bricks = 0;
      for (const auto& r : layout.regions)
        bricks += r.ghost && r.neighbours == std::vector<int>{from} ? std::ssize(r.bricks) : 0;
      EXPECT_EQ(bytes, bricks * layout.brick_bytes);
    }
  }
}

} // namespace
