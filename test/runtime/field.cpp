// SPDX-License-Identifier: MIT
#include "brick/field.hpp"

#include <atomic>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "changed_runtime.hpp"
#include "main_mpi.hpp"

namespace {

using brick::box;
using brick::field;
using brick::grid;
using brick::index;
using brick::point;
using brick::strategy;

constexpr brick::step_plan<3> plan{.brick = {4, 4, 8}, .halo = {1, 1, 1}, .element_bytes = 4};
const index<3> cells{18, 24, 40};

/// The row-major number of a cell.
double number(const point<3>& p) { return static_cast<double>((p[0] * cells[1] + p[1]) * cells[2] + p[2]); }

std::vector<grid<3>> both_grids() {
  return {grid<3>(program(), {.cells = cells}), grid<3>(program(), {.cells = cells}, plan)};
}

TEST(Field, StartsAsZeroes) {
  for (const grid<3>& on : both_grids()) {
    const field<float, 3> u(on, "u");
    for (float value : u.gather())
      ASSERT_EQ(value, 0);
  }
}

TEST(Field, FillAndGatherWholeDomain) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    u.fill(number);
    for (int root : {0, program().size() - 1}) {
      const std::vector<double> all = u.gather(root);
      ASSERT_EQ(all.size(), program().rank() == root ? brick::product(cells) : 0u);
      for (std::size_t i = 0; i < all.size(); ++i)
        ASSERT_EQ(all[i], static_cast<double>(i)) << on.describe();
    }
  }
}

/// So many cells that threads share them, whether a rank is the root or not.
TEST(Field, GatherManyCells) {
  const brick_test::changed_runtime several({.threads = program().size() > 2 ? 1 : 3}); // more would crowd the cores
  const index<3> many{43, 29, 35};
  const box<3> most{{1, 2, 3}, {42, 29, 34}};
  for (const auto& layout : {std::optional<brick::step_plan<3>>(), std::optional(plan)}) {
    const grid<3> on = layout ? grid<3>(program(), {.cells = many}, *layout) : grid<3>(program(), {.cells = many});
    field<double, 3> u(on, "u");
    u.fill(number);
    for (int root : {0, program().size() - 1}) {
      const std::vector<double> values = u.gather(most, root);
      if (program().rank() != root) continue;
      std::int64_t different = 0;
      brick::for_each_in<3>(most, [&](const index<3>& cell) {
        different += values[brick::position_in<3>(most, cell)] != number({cell});
      });
      EXPECT_EQ(different, 0) << on.describe(); // goes on: other ranks do
    }
  }
}

TEST(Field, GatherABox) {
  const box<3> part{{3, 5, 7}, {9, 6, 33}};
  for (const grid<3>& on : both_grids()) {
    field<float, 3> u(on, "u");
    u.fill(number);
    const std::vector<float> values = u.gather(part, 0);
    if (program().rank() != 0) continue;
    brick::for_each_in<3>(part, [&](const index<3>& cell) {
      ASSERT_EQ(values[brick::position_in<3>(part, cell)], static_cast<float>(number({cell})));
    });
  }
}

TEST(Field, ForEachVisitsOwnCellsInOrder) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    u.fill(number);
    std::int64_t count = 0;
    double last = -1;
    u.for_each([&](const point<3>& p, double value) {
      ASSERT_EQ(value, number(p));
      ASSERT_GT(value, last);
      last = value;
      ++count;
    });
    EXPECT_EQ(count, brick::volume(on.own_cells()));
    EXPECT_EQ(program().sum(static_cast<double>(count)), brick::product(cells));
  }
}

TEST(Field, FillCallsEveryCellOnce) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    std::atomic<std::int64_t> calls = 0;
    u.fill([&](const point<3>&) { return static_cast<double>(++calls); });
    EXPECT_EQ(calls, brick::volume(on.own_cells()));
  }
}

TEST(Field, ExceptionsOfThreadsArrive) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    const bool owner = brick::volume(on.own_cells()) > 0;
    const auto fill = [&] { u.fill([](const point<3>&) -> double { throw brick::error("no value"); }); };
    if (owner) EXPECT_THROW(fill(), brick::error);
  }
}

TEST(Field, ExchangesOnlyWhenInvalid) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    program().reset_metrics();
    EXPECT_FALSE(u.ghosts_valid());
    u.exchange_ghosts();
    u.exchange_ghosts();
    EXPECT_TRUE(u.ghosts_valid());
    EXPECT_EQ(program().state()->metrics.exchanges, 1);
    u.fill(1.0);
    EXPECT_FALSE(u.ghosts_valid());
  }
}

TEST(Field, SwapExchangesContentsNotNames) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> a(on, "a"), b(on, "b");
    a.fill(1);
    b.fill(2);
    a.exchange_ghosts();
    swap(a, b);
    EXPECT_EQ(a.name(), "a");
    EXPECT_FALSE(a.ghosts_valid());
    EXPECT_TRUE(b.ghosts_valid());
    a.for_each([](const point<3>&, double value) { ASSERT_EQ(value, 2); });
  }
}

TEST(Field, SwapAcrossGridsNamesBoth) {
  const std::vector<grid<3>> grids = both_grids();
  field<double, 3> a(grids[0], "a"), b(grids[1], "b");
  try {
    swap(a, b);
    FAIL();
  } catch (const brick::error& failure) {
    EXPECT_STREQ(failure.what(), "swap(a, b): the fields live on different grids");
  }
}

TEST(Field, MovedFieldKeepsItsValues) {
  field<double, 3> a(both_grids()[1], "a");
  a.fill(number);
  const field<double, 3> b = std::move(a);
  b.for_each([](const point<3>& p, double value) { ASSERT_EQ(value, number(p)); });
}

TEST(Field, BricksOfManyFieldsBeginAtDifferentPlacesInPages) {
  const grid<3> on = both_grids()[1];
  {
    std::vector<field<double, 3>> fields;
    for (const char* name : {"a", "b", "c", "d", "e"})
      fields.emplace_back(on, name);
  }
  std::vector<std::uintptr_t> places;
  for (const brick::detail::field_memory& memory : on.state().pool.free)
    places.push_back(reinterpret_cast<std::uintptr_t>(memory.cells.data()) % 4096);
  const std::vector<std::uintptr_t> apart = {0, 0, 2112, 128, 2240}, on_pages(5, 0);
  // Where others see the memory, or views do, pages are whole.
  EXPECT_EQ(places, program().size() == 1 ? apart : on_pages);
}

TEST(Field, MemoryIsReusedTheSameOnAllRanks) {
  const grid<3> on = both_grids()[1];
  const auto numbers = [&] {
    std::vector<double> all;
    for (const brick::detail::field_memory& memory : on.state().pool.free)
      all.push_back(static_cast<double>(memory.number));
    return all;
  };
  std::vector<field<double, 3>> fields;
  for (const char* name : {"a", "b", "c"})
    fields.emplace_back(on, name);
  // Gone in different order, and not everywhere: memory 0 last on some ranks, memory 1 alive on one.
  if (program().rank() % 2) std::swap(fields[0], fields[2]);
  fields[0].fill(1.0);
  field<double, 3> kept = std::move(fields[1]);
  fields.clear();
  ASSERT_EQ(numbers(), (std::vector<double>{0, 2}));
  std::optional<field<double, 3>> gone(std::move(kept));
  if (program().rank() > 0) gone.reset();
  const field<double, 3> first(on, "first"), second(on, "second"), third(on, "third");
  EXPECT_EQ(on.state().pool.next, 4); // one more, since rank 0 still uses memory 1
  for (const field<double, 3>* each : {&first, &second, &third}) {
    each->exchange_ghosts();
    for (double value : each->gather())
      ASSERT_EQ(value, 0);
  }
}

TEST(Field, ElementsSmallerThanPlannedGoByLayout) {
  brick::step_plan<3> doubles = plan;
  doubles.element_bytes = 8;
  const grid<3> on(program(), {.cells = cells}, doubles);
  EXPECT_EQ((field<float, 3>(on, "f").exchange_used()), strategy::layout);
}

TEST(Field, OtherNumbersInReferenceMode) {
  const grid<2> on(program(), {.cells = {9, 12}});
  field<std::int32_t, 2> mask(on, "mask");
  mask.fill([](const point<2>& p) { return static_cast<std::int32_t>(p[0] == p[1]); });
  mask.exchange_ghosts();
  const auto all = mask.gather();
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_EQ(all[i], i / 12 == i % 12);
}

} // namespace
