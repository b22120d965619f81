// SPDX-License-Identifier: MIT
// What fields hold beyond the domain: each its own boundaries, through swaps, refills and conversions.
#include "brick/field_walls.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "brick/field.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::boundaries;
using brick::dirichlet;
using brick::field;
using brick::ghost;
using brick::grid;
using brick::index;
using brick::neumann;
using brick::periodic;
using brick::point;

const index<2> cells{17, 30};
const index<2> halo{2, 2};

std::vector<grid<2>> both_grids(const boundaries<2>& boundary, const index<2>& of = cells) {
  const brick::grid_options<2> options{.cells = of, .boundary = boundary, .halo = halo};
  return {grid<2>(program(), options),
          grid<2>(program(), options, {.brick = {4, 8}, .halo = halo, .element_bytes = 4})};
}

double number(const point<2>& p) { return static_cast<double>(100 * p[0] + p[1]); }

/// What the rule says a cell holds of a domain whose cells hold `number`, and ghost sides `user`.
double expected(const index<2>& cells, const boundaries<2>& boundary, index<2> cell, double user) {
  const auto beyond = [&](int a) -> const brick::boundary_condition* {
    return cell[a] < 0 ? &boundary[a].low : cell[a] >= cells[a] ? &boundary[a].high : nullptr;
  };
  for (int a = 0; a < 2; ++a)
    if (boundary.is_periodic(a))
      cell[a] = (cell[a] + cells[a]) % cells[a];
    else if (beyond(a) && *beyond(a) == neumann)
      cell[a] = cell[a] < 0 ? -1 - cell[a] : 2 * cells[a] - 1 - cell[a];
  for (int a = 0; a < 2; ++a)
    if (beyond(a)) return *beyond(a) == ghost ? user : beyond(a)->function ? number({cell}) : beyond(a)->value;
  return number({cell});
}

/// Exchanges, and compares own and ghost cells with the rule.
template <class T> void check(const field<T, 2>& u, double user = 0) {
  u.exchange_ghosts();
  EXPECT_TRUE(u.ghosts_valid());
  brick::box<2> zone = u.grid().own_cells();
  if (brick::empty(zone)) return;
  for (int a = 0; a < 2; ++a) {
    zone.low[a] -= halo[a];
    zone.high[a] += halo[a];
  }
  brick::for_each_in(zone, [&](const index<2>& cell) {
    ASSERT_EQ(u.data()[u.grid().offset_of(cell)], static_cast<T>(expected(u.grid().cells(), u.boundary(), cell, user)))
        << u.name() << ", cell " << brick::to_string(cell) << ", " << u.grid().describe();
  });
}

const std::vector<boundaries<2>> closed_sides = {
    dirichlet(7),
    {dirichlet(-1), {dirichlet(2), dirichlet(number)}},
    {neumann, dirichlet(number)},
    {{ghost, neumann}, {ghost, dirichlet(5)}},
    neumann,
    {{dirichlet(3), ghost}, neumann},
};

TEST(FieldWalls, FollowTheRuleForEveryElementType) {
  for (const boundaries<2>& boundary : closed_sides)
    for (const grid<2>& on : both_grids(boundary)) {
      field<double, 2> d(on, "d");
      field<float, 2> f(on, "f");
      field<std::int32_t, 2> i(on, "i");
      field<std::int64_t, 2> l(on, "l");
      const auto each = [&](auto& u) {
        u.fill(number);
        check(u);
      };
      each(d);
      each(f);
      each(i);
      each(l);
    }
}

/// So many cells that threads share them.
TEST(FieldWalls, ManyAreWrittenByAllThreads) {
  const brick_test::changed_runtime several({.threads = program().size() > 2 ? 1 : 3}); // more would crowd the cores
  for (const boundaries<2>& boundary : closed_sides)
    for (const grid<2>& on : both_grids(boundary, {9001, 11})) {
      field<float, 2> u(on, "u");
      u.fill(number);
      if (u.boundary()[0].low == ghost || u.boundary()[0].high == ghost || u.boundary()[1].low == ghost)
        u.fill_ghosts(11);
      check(u, 11);
      u.fill(number); // again: those that no exchange overwrites stay
      check(u, 11);
    }
}

TEST(FieldWalls, OfPeriodicAxesWrapCorners) {
  const boundaries<2> half = {{dirichlet(number), neumann}, periodic}, other = {periodic, {ghost, neumann}};
  for (const boundaries<2>& boundary : {half, other})
    for (const grid<2>& on : both_grids(boundary)) {
      field<double, 2> u(on, "u");
      u.fill(number);
      if (boundary == other) u.fill_ghosts(11);
      check(u, 11);
    }
}

TEST(FieldWalls, BelongToTheNameThroughSwaps) {
  for (const grid<2>& on : both_grids(dirichlet(1))) {
    std::vector<field<double, 2>> fields;
    for (const boundaries<2>& boundary : closed_sides)
      fields.emplace_back(on, "u" + std::to_string(fields.size()), brick::field_options<2>{boundary});
    for (auto& u : fields)
      u.fill(number);
    for (int round = 0; round < 2; ++round)
      for (std::size_t i = 0; i + 1 < fields.size(); ++i) {
        swap(fields[i], fields[i + 1]);
        check(fields[i]);
        check(fields[i + 1]);
      }
  }
}

TEST(FieldWalls, OfEqualBoundariesAreNotWrittenAgain) {
  const auto slope = dirichlet(number);
  for (const grid<2>& on : both_grids({slope, ghost})) {
    field<double, 2> a(on, "a"), b(on, "b"), c(on, "c", {.boundary = {slope, ghost}}), d(on, "d", {.boundary = slope});
    const index<2> outside{-1, on.own_cells().low[1]};
    const bool has_it = !brick::empty(on.own_cells()) && on.own_cells().low[0] == 0;
    const auto rewrites = [&](field<double, 2>& u, field<double, 2>& v) {
      double ignored = 0;
      u.exchange_ghosts();
      v.exchange_ghosts();
      double& cell = has_it ? v.data()[on.offset_of(outside)] : ignored;
      const double before = std::exchange(cell, -99);
      swap(u, v);
      u.exchange_ghosts();
      const bool rewritten = std::exchange(cell, before) != -99;
      return has_it && rewritten;
    };
    for (auto* u : {&a, &b, &c, &d})
      u->fill(number);
    EXPECT_FALSE(rewrites(a, b));
    EXPECT_FALSE(rewrites(b, c));
    EXPECT_EQ(rewrites(c, d), has_it);
    a.fill_ghosts(4);
    b.fill_ghosts(4);
    EXPECT_FALSE(rewrites(a, b));
    check(a, 4);
    check(b, 4);
  }
}

/// The walls of each round may lie where those of the round before did, whose values the memory that left still has.
TEST(FieldWalls, OfFieldsThatHaveGoneAreNotTakenForNewOnes) {
  for (const grid<2>& on : both_grids(neumann)) {
    field<double, 2> kept(on, "kept");
    for (int round = 1; round <= 8; ++round) {
      field<double, 2> u(on, "u", {.boundary = {neumann, {ghost, dirichlet(round)}}});
      swap(u, kept);
      u.fill(number);
      check(u);
      swap(u, kept);
    }
  }
}

TEST(FieldWalls, WrittenWithoutMessagesWhereTheCellsAreValid) {
  for (const grid<2>& on : both_grids(dirichlet(0))) {
    field<double, 2> a(on, "a"), b(on, "b", {.boundary = neumann});
    a.fill(number);
    b.fill(number);
    a.exchange_ghosts();
    b.exchange_ghosts();
    program().reset_metrics();
    swap(a, b);
    check(a);
    check(b);
    EXPECT_EQ(program().state()->metrics.exchanges, 0);
  }
}

TEST(FieldWalls, FillGhostsTakesTheGlobalCell) {
  for (const grid<2>& on : both_grids({neumann, {ghost, ghost}})) {
    field<double, 2> u(on, "u");
    u.fill(number);
    u.fill_ghosts(number);
    u.exchange_ghosts();
    const brick::box<2> own = on.own_cells();
    for (std::int64_t row = own.low[0] - 2; row < own.high[0] + 2; ++row) {
      const std::int64_t mirrored = row < 0 ? -1 - row : row >= cells[0] ? 2 * cells[0] - 1 - row : row;
      if (brick::empty(own) || own.low[1] > 0) continue;
      ASSERT_EQ(u.data()[on.offset_of({row, -2})], number({{mirrored, -2}}));
    }
  }
}

TEST(FieldWalls, Errors) {
  const grid<2> on(program(), {.cells = cells, .boundary = {dirichlet(0), periodic}});
  EXPECT_EQ(message_of([&] { field<double, 2>(on, "u", {.boundary = {periodic, periodic}}); }),
            "field u: axis 0 is periodic for the field but not for its grid");
  EXPECT_EQ(message_of([&] { field<double, 2>(on, "u", {.boundary = dirichlet(0)}); }),
            "field u: axis 1 is periodic for its grid but not for the field");
  EXPECT_EQ(message_of([&] { field<std::int32_t, 2>(on, "mask", {.boundary = {dirichlet(3e9), periodic}}); }),
            "field mask: a dirichlet value is not a number that its element type can hold");
  for (const double value : {-1.0, 256.0})
    EXPECT_EQ(message_of([&] { field<std::uint8_t, 2>(on, "mask", {.boundary = {dirichlet(value), periodic}}); }),
              "field mask: a dirichlet value is not a number that its element type can hold");
  EXPECT_NO_THROW((field<std::uint8_t, 2>(on, "mask", {.boundary = {dirichlet(255), periodic}})));
  field<double, 2> u(on, "u");
  EXPECT_EQ(message_of([&] { u.fill_ghosts(1); }),
            "field u: fill_ghosts fills sides with the boundary brick::ghost, but it has none");
  EXPECT_EQ(message_of([] { grid<1>(program(), {.cells = {3}, .boundary = neumann}, {.brick = {8}, .halo = {4}}); }),
            "a neumann side on axis 0 mirrors 4 cells, the halo, but the domain has only 3");
  const grid<1> thin(program(), {.cells = {3}, .boundary = dirichlet(0), .halo = {4}});
  EXPECT_EQ(message_of([&] { field<double, 1>(thin, "u", {.boundary = neumann}); }),
            "field u: a neumann side on axis 0 mirrors 4 cells, the halo, but the domain has only 3");
  const auto throwing = dirichlet([](const point<1>&) -> double { throw brick::error("no value"); });
  EXPECT_EQ(message_of([&] { field<double, 1>(thin, "u", {.boundary = throwing}); }).substr(0, 9), "field u: ");
}

TEST(FieldWalls, OfFieldsThatHaveGoneAreForgotten) {
  for (const grid<2>& on : both_grids(dirichlet(0))) {
    const field<double, 2> kept(on, "kept", {.boundary = dirichlet(1)});
    std::size_t known = 0;
    for (int step = 0; step < 8; ++step) {
      const field<double, 2> u(on, "u",
                               {.boundary = dirichlet([step](const point<2>& p) { return step * number(p); })});
      if (step == 0) known = on.state().walls.cells.size();
      EXPECT_EQ(on.state().walls.cells.size(), known);
    }
  }
}

TEST(FieldWalls, OfMemoryThatIsNotZeroedAreTheFieldsOwn) {
  const std::vector<boundaries<2>> all{{dirichlet(1), dirichlet(2)}, {neumann, dirichlet(3)}, {ghost, neumann}};
  for (const grid<2>& on : both_grids(all[0]))
    for (const int first : {0, 1, 2})
      for (const int second : {0, 1, 2})
        for (const double user : {4.0, 5.0}) {
          field<double, 2> u(on, "u", {.boundary = all[static_cast<std::size_t>(first)], .zeroed = false});
          u.fill(number);
          if (first == 2) u.fill_ghosts(user);
          check(u, user);
          field<double, 2> v(on, "v", {.boundary = all[static_cast<std::size_t>(second)], .zeroed = false});
          v.fill(number);
          if (second == 2) v.fill_ghosts(7);
          check(v, 7);
          swap(u, v);
          check(u, user);
          check(v, 7);
        }
}

} // namespace
