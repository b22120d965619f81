// SPDX-License-Identifier: MIT
// What goes wrong on some ranks goes wrong on all of them, with the same words.
#include "brick/field.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/picture.hpp"
#include "brick/reduce.hpp"
#include "brick/stencil.hpp"
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
  const auto field = [] { grid<1>(program(), {.cells = {std::int64_t{1} << 43}}, {.brick = {8192}}); };
  EXPECT_NE(message_of(field).find("of its machine's memory"), std::string::npos); // before it is taken by tables
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

enum class order : unsigned char { first, second };
struct weights {
  order which;
  unsigned digits : 3;
  std::array<float, 2> values;
};
double of_struct(brick::in<double, 2> u, const weights& w) { return u(0, 0) * w.values[w.which == order::first]; }

/// As many numbers as would take minutes to compile one by one, and a struct without members.
struct nothing {};
using large_table = std::array<double, 4096>;
double of_table(brick::in<double, 2> u, nothing, const large_table& table, nothing) { return u(0, 0) * table[1]; }

void weighted(brick::out<double, 2> next, brick::in<double, 2> u, double k, std::array<int, 2> table) {
  next(0, 0) = k * u(0, 0) + table[1];
}
double weighted_value(brick::in<double, 2> u, float k) { return k * u(0, 0); }
double other_value(brick::in<double, 2> u, float k) { return k + u(0, 0); }

TEST(Agreement, CallsWhereThatIsAskedFor) {
  const auto apply = [](const brick::runtime& runtime, double k, int entry, std::int64_t end) {
    const grid<2> on(runtime, {.cells = {8, 8}});
    field<double, 2> u(on, "u"), next(on, "next");
    brick::apply<weighted>(brick::on(brick::box<2>{{}, {end, 8}}), next, u, k, std::array{1, entry});
    return brick::reduce<weighted_value>(brick::max, u, static_cast<float>(k));
  };
  apply(program(), last() ? 0.25 : 0.5, last() ? 3 : 2, 4); // nobody has asked
  setenv("BRICK_CHECK", "on", 1);
  const brick::runtime checking;
  unsetenv("BRICK_CHECK");
  EXPECT_EQ(apply(checking, 0.5, 2, 4), 0);
  if (program().size() == 1) return;
  const auto message = [&](double k, int entry, std::int64_t end) {
    const std::string text =
        message_of([&] { apply(checking, last() ? k : 0.5, last() ? entry : 2, last() ? end : 4); });
    return text.substr(std::min(text.find("calls differ"), text.size())); // behind the stencil's name
  };
  const std::string stencil = "apply<" + std::string(brick::detail::entity_name<weighted>()) + "> of ";
  const std::string what = "calls differ from rank to rank: rank 0 has " + stencil +
                           "cells 0x0 to 4x8 and 0.5, {1, 2}, but rank " + last_rank() + " has " + stencil +
                           "cells 0x0 to ";
  EXPECT_EQ(message(0.25, 2, 4), what + "4x8 and 0.25, {1, 2}");
  EXPECT_EQ(message(0.5, 3, 4), what + "4x8 and 0.5, {1, 3}");
  EXPECT_EQ(message(0.5, 2, 5), what + "5x8 and 0.5, {1, 2}");
  const grid<2> on(checking, {.cells = {8, 8}});
  const field<double, 2> u(on, "u");
  const std::string reduced =
      message_of([&] { (void)brick::reduce<weighted_value>(brick::sum, u, last() ? 0.5f : 0.1f); });
  EXPECT_NE(reduced.find("> of cells 0x0 to 8x8 and 0.10000000149011612, but rank"), std::string::npos);
  const std::string of_weights = message_of([&] {
    (void)brick::reduce<of_struct>(brick::sum, u, weights{last() ? order::second : order::first, 5, {1, 2}});
  });
  EXPECT_NE(of_weights.find("> of cells 0x0 to 8x8 and {0, 5, {1, 2}}, but rank"), std::string::npos);
  EXPECT_TRUE(of_weights.ends_with(" and {1, 5, {1, 2}}"));
  const std::string of_numbers = message_of([&] {
    auto table = std::make_unique<large_table>();
    table->back() = last();
    (void)brick::reduce<of_table>(brick::sum, u, nothing(), *table, nothing());
  });
  EXPECT_NE(of_numbers.find("> of cells 0x0 to 8x8 and {0, 0, 0, "), std::string::npos);
  EXPECT_TRUE(of_numbers.ends_with(", 0, 0, 1}"));
  const std::string others = message_of([&] {
    last() ? brick::reduce<weighted_value>(brick::sum, u, 0.5f) : brick::reduce<other_value>(brick::sum, u, 0.5f);
  });
  EXPECT_NE(others.find("rank 0 has reduce<" + std::string(brick::detail::entity_name<other_value>()) + "> of cells"),
            std::string::npos);
  EXPECT_NE(others.find("rank " + last_rank() + " has reduce<"), std::string::npos);
}

} // namespace
