// SPDX-License-Identifier: MIT
// What goes wrong on some ranks goes wrong on all of them, with the same words.
#include "brick/field.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/picture.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::field;
using brick::grid;

constexpr brick::step_plan<3> plan{.brick = {8, 8, 8}, .halo = {1, 1, 1}};

bool last() { return program().rank() == program().size() - 1; }
std::string last_rank() { return std::to_string(program().size() - 1); }

TEST(Agreement, GridsThatDifferFromRankToRank) {
  const std::string message = message_of([] { grid<1>(program(), {.cells = {last() ? 64 : 128}, .halo = {2}}); });
  if (program().size() == 1) {
    EXPECT_EQ(message, "");
    return;
  }
  EXPECT_TRUE(message.starts_with("grids differ from rank to rank: rank 0 has 128 cells on ")) << message;
  EXPECT_NE(message.find("but rank " + last_rank() + " has 64 cells on "), std::string::npos) << message;
}

TEST(Agreement, BoundariesThatDifferFromRankToRank) {
  const auto make = [] { grid<1>(program(), {.cells = {64}, .boundary = brick::dirichlet(last() ? 1e-9 : 2e-9)}); };
  EXPECT_EQ(message_of(make).empty(), program().size() == 1);
}

TEST(Agreement, AnEnvironmentThatOneRankRefuses) {
  const std::string place = program().size() == 1 ? "" : "on rank " + last_rank() + ": ";
  if (last()) setenv("BRICK_EXCHANGE", "teleport", 1);
  const std::string grids = message_of([] { grid<3>(program(), {.cells = {32, 32, 32}}, plan); });
  EXPECT_EQ(grids, place + "BRICK_EXCHANGE=teleport is not accepted; it takes shared, shared-layout, memmap, layout, "
                           "memmap-put, layout-put, shift, basic");
  unsetenv("BRICK_EXCHANGE");
  if (last()) setenv("BRICK_THREADS", "0", 1);
  const std::string threads = message_of([] { brick::runtime(); });
  EXPECT_EQ(threads, place + "BRICK_THREADS=0 is not accepted; it takes a whole number from 1 to 4096");
  unsetenv("BRICK_THREADS");
}

TEST(Agreement, MemoryThatIsNotToBeHad) {
  const grid<1> on(program(), {.cells = {std::int64_t{1} << 50}, .halo = {1}});
  const std::string message = message_of([&] { field<double, 1>(on, "u"); });
  EXPECT_TRUE(message.starts_with("field u: ")) << message;
  EXPECT_NE(message.find("memory of "), std::string::npos) << message;
  EXPECT_NE(message.find(" bytes: "), std::string::npos) << message;
}

TEST(Agreement, ImpossibleSizes) {
  const auto refusal = [](const brick::index<3>& cells, const brick::index<3>& halo = {}) {
    return message_of([&] { grid<3>(program(), {.cells = cells, .boundary = brick::dirichlet(0), .halo = halo}); });
  };
  constexpr std::int64_t huge = std::int64_t{1} << 62;
  EXPECT_EQ(refusal({8, 0, 8}), "a grid needs at least one cell on axis 1, not 0");
  EXPECT_EQ(refusal({8, 8, -3}), "a grid needs at least one cell on axis 2, not -3");
  EXPECT_NE(refusal({huge, huge, huge}).find("is too large: more than 2^52 cells"), std::string::npos);
  EXPECT_NE(refusal({8, 8, 8}, {0, huge, 0}).find("is too large: more than 2^52 cells"), std::string::npos);
  const auto bricks = [] { grid<3>(program(), {.cells = {1 << 17, 1 << 17, 1 << 17}}, plan); };
  EXPECT_NE(message_of(bricks).find("more than 2^31"), std::string::npos);
}

TEST(Agreement, GatherRefusesWhatIsNotThere) {
  const grid<2> on(program(), {.cells = {8, 8}});
  const field<double, 2> u(on, "u");
  EXPECT_EQ(message_of([&] { (void)u.gather(program().size()); }), "gather: there is no rank " +
                                                                       std::to_string(program().size()) + " among " +
                                                                       std::to_string(program().size()));
  EXPECT_EQ(message_of([&] { (void)u.gather({{0, 0}, {9, 8}}, 0); }),
            "gather: cells 0x0 to 9x8 are not all among the 8x8 of the domain");
}

TEST(Agreement, WhatIsAskedOfAField) {
  const grid<2> on(program(), {.cells = {8, 8}});
  field<double, 2> u(on, "u");
  const auto text = [](const std::string& what, const std::string& first, const std::string& other) {
    return what + "rank 0 has " + first + ", but rank " + last_rank() + " has " + other;
  };
  if (program().size() > 1) { // alone, the last rank is the first
    EXPECT_EQ(message_of([&] { (void)u.value({last() ? 500 : 5, 5}); }),
              text("field u: value: ranks ask for different cells: ", "5x5", "500x5"));
    EXPECT_EQ(
        message_of([&] { (void)u.gather({{0, 0}, {last() ? 9 : 8, 8}}, 0); }),
        text("gather: ranks ask for different things: ", "cells 0x0 to 8x8 of rank 0", "cells 0x0 to 9x8 of rank 0"));
    const std::vector<double> values(64);
    EXPECT_EQ(message_of([&] { u.scatter(values, last() ? 1 : 0); }),
              text("field u: scatter: ranks ask for different things: ", "cells 0x0 to 8x8 of rank 0",
                   "cells 0x0 to 8x8 of rank 1"));
  }
  EXPECT_EQ(u.value({5, 5}), 0);
}

TEST(Agreement, BoundariesOfFields) {
  const grid<1> on(program(), {.cells = {64}, .boundary = brick::dirichlet(0)});
  const auto make = [&](const brick::boundaries<1>& first, const brick::boundaries<1>& other) {
    return message_of([&] { field<double, 1>(on, "u", {.boundary = last() ? other : first}); });
  };
  EXPECT_EQ(make(brick::dirichlet(0), {}), "");
  EXPECT_EQ(make({}, brick::dirichlet(0)), "");
  if (program().size() == 1) return;
  const std::string what = "fields differ from rank to rank: rank 0 has u (1 x 8 bytes a cell";
  const std::string other = "), but rank " + last_rank() + " has u (1 x 8 bytes a cell";
  EXPECT_EQ(make({}, brick::neumann), what + other + ", boundaries neumann neumann)");
  EXPECT_EQ(make(brick::periodic, brick::ghost),
            what + ", boundaries periodic periodic" + other + ", boundaries ghost ghost)");
  EXPECT_EQ(make(brick::dirichlet(1e-9), brick::dirichlet(5e-7)),
            what + ", boundaries 1e-09 1e-09" + other + ", boundaries 5e-07 5e-07)");
}

} // namespace
