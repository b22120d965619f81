// SPDX-License-Identifier: MIT
#include "brick/grid.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/field.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::dirichlet;
using brick::grid;
using brick::index;
using brick::strategy;

constexpr brick::step_plan<3> plan{.brick = {8, 8, 8}, .halo = {1, 1, 1}};

TEST(Grid, AutomaticHaloIsEightWhereThereIsRoom) {
  EXPECT_EQ(grid<3>(program(), {.cells = {512, 512, 512}}).halo(), (index<3>{8, 8, 8}));
}

TEST(Grid, AutomaticHaloIsNeverDeeperThanAPart) {
  for (std::int64_t n : {1, 3, 5, 8, 17, 40}) {
    const grid<1> on(program(), {.cells = {n}});
    EXPECT_GE(on.halo()[0], std::min<std::int64_t>(n, 4));
    for (int rank = 0; rank < on.decomposition().active_ranks(); ++rank)
      EXPECT_LE(on.halo()[0], brick::volume(on.decomposition().part(rank)));
  }
  EXPECT_EQ(grid<1>(program(), {.cells = {3}, .boundary = dirichlet(0)}).halo(), index<1>{8});
}

TEST(Grid, HaloOfTheUser) {
  EXPECT_EQ(grid<2>(program(), {.cells = {64, 64}, .halo = {12, 0}}).halo()[0], 12);
  EXPECT_EQ(message_of([] { grid<2>(program(), {.cells = {8, 64}, .halo = {12, 0}}); }),
            "the domain is narrower than its halo: 8 cells, halo 12 on axis 0, which is periodic");
  const brick::grid_options<3> negative{.cells = {64, 64, 64}, .halo = {2, -1, 2}};
  EXPECT_EQ(message_of([&] { grid<3>(program(), negative); }), "the halo on axis 1 is negative: -1");
  EXPECT_EQ(message_of([&] { grid<3>(program(), negative, plan); }), "the halo on axis 1 is negative: -1");
}

TEST(Grid, OwnCellsCoverTheDomain) {
  for (const grid<3>& on :
       {grid<3>(program(), {.cells = {17, 24, 40}}), grid<3>(program(), {.cells = {17, 24, 40}}, plan)})
    EXPECT_EQ(program().sum(static_cast<double>(brick::volume(on.own_cells()))), 17 * 24 * 40);
}

TEST(Grid, CopiesAreTheSameGrid) {
  const grid<2> a(program(), {.cells = {8, 8}});
  const grid<2> copy = a;
  const grid<2> equal(program(), {.cells = {8, 8}});
  EXPECT_TRUE(a == copy);
  EXPECT_FALSE(a == equal);
}

TEST(Grid, DescribesItself) {
  const std::string arrays = grid<2>(program(), {.cells = {64, 96}}).describe();
  EXPECT_TRUE(arrays.starts_with("64x96 cells on ")) << arrays;
  EXPECT_TRUE(arrays.ends_with(" ranks, arrays (reference mode), halo 8x8, exchange packed")) << arrays;
  const std::string bricks = grid<3>(program(), {.cells = {64, 64, 64}}, plan).describe();
  EXPECT_TRUE(bricks.ends_with(" ranks, bricks of 8x8x8 cells, halo 1x1x1, exchange shared")) << bricks;
}

/// A variable set for the length of a test.
class environment {
public:
  environment(const char* name, const char* value) : name_(name) { setenv(name, value, 1); }
  ~environment() { unsetenv(name_); }

private:
  const char* name_;
};

TEST(Grid, StrategyFromTheEnvironment) {
  for (strategy how : {strategy::shared, strategy::shared_layout, strategy::memmap, strategy::memmap_put,
                       strategy::layout, strategy::layout_put, strategy::basic}) {
    const environment set("BRICK_EXCHANGE", std::string(to_string(how)).c_str());
    const grid<3> on(program(), {.cells = {32, 32, 32}}, plan);
    EXPECT_EQ(on.exchange(), how);
    EXPECT_EQ((brick::field<double, 3>(on, "u").exchange_used()), how);
  }
  const environment set("BRICK_EXCHANGE", "teleport");
  EXPECT_EQ(message_of([] { grid<3>(program(), {.cells = {32, 32, 32}}, plan); }),
            "BRICK_EXCHANGE=teleport is not accepted; it takes shared, shared-layout, memmap, layout, memmap-put, "
            "layout-put, shift, basic");
}

TEST(Grid, PageBytesFromTheEnvironment) {
  const environment set("BRICK_PAGE_BYTES", "65536");
  const grid<3> padded(program(), {.cells = {64, 64, 64}}, plan);
  EXPECT_EQ((brick::field<double, 3>(padded, "u").exchange_used()), strategy::shared);
  const environment odd("BRICK_PAGE_BYTES", "5000");
  EXPECT_NE(message_of([] { grid<3>(program(), {.cells = {64, 64, 64}}, plan); }), "");
}

} // namespace
