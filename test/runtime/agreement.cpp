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
  const auto make = [] { grid<1>(program(), {.cells = {64}, .boundary = brick::dirichlet(last() ? 1 : 2)}); };
  EXPECT_EQ(message_of(make).empty(), program().size() == 1);
}

TEST(Agreement, AnEnvironmentThatOneRankRefuses) {
  const std::string place = program().size() == 1 ? "" : "on rank " + last_rank() + ": ";
  if (last()) setenv("BRICK_EXCHANGE", "teleport", 1);
  const std::string grids = message_of([] { grid<3>(program(), {.cells = {32, 32, 32}}, plan); });
  EXPECT_EQ(grids, place + "BRICK_EXCHANGE=teleport is not accepted; it takes shared, shared-layout, memmap, layout, memmap-put, layout-put, shift, basic");
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

} // namespace
