// SPDX-License-Identifier: MIT
#include "brick/step.hpp"

#include <cstdint>
#include <cstdlib>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "message_of.hpp"
#include "stencils.hpp"

namespace {

constexpr auto advance = stencils::compiled_advance<double, 3, 1>;

TEST(Run, RecordsStepsCellsAndExchanges) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {24, 24, 24}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  program().reset_metrics();
  brick::run<advance>(4, u, next, 0.5);
  const brick::metrics_record& record = program().state()->metrics;
  EXPECT_EQ(record.steps, 4);
  EXPECT_EQ(record.cell_steps, 4.0 * 24 * 24 * 24);
  EXPECT_GT(record.run, 0);
  EXPECT_LE(record.calc, record.run);
  EXPECT_EQ(record.exchanges, 4);
  EXPECT_EQ(record.messages, 4 * u.messages_per_exchange());
  EXPECT_EQ(record.bytes, 4 * u.bytes_per_exchange());
}

TEST(Run, NoStepsAndNegativeSteps) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  EXPECT_NO_THROW(brick::run<advance>(0, u, next, 0.5));
  EXPECT_THROW(brick::run<advance>(-1, u, next, 0.5), brick::error);
}

TEST(Run, ProgressChoiceIsChecked) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  setenv("BRICK_PROGRESS", "perhaps", 1);
  EXPECT_THROW(brick::run<advance>(1, u, next, 0.5), brick::error);
  unsetenv("BRICK_PROGRESS");
}

TEST(Run, ProgressSaysWhatIsLeftWhereThatIsKnown) {
  EXPECT_EQ(brick::detail::progress_text(30, {120, false}, 10), "step 30 of 120 (25 %), 30 s left");
  const std::int64_t for_ever = std::numeric_limits<std::int64_t>::max();
  EXPECT_EQ(brick::detail::progress_text(30, {for_ever, true}, 10), "step 30 in 10 s");
}

void count(brick::field<double, 3>&, int& steps, const int& most, double) { steps += steps < most; }

struct group {
  brick::field<double, 3> u;
  int steps = 0;
};
void count_in(group&, int& steps) { ++steps; }

TEST(Run, StepsChangeScalars) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  group all{brick::field<double, 3>(grid, "u")};
  int steps = 0;
  brick::run<count>(5, all.u, steps, 3, 1.0);
  EXPECT_EQ(steps, 3);
  EXPECT_EQ(brick::run_until<count>(1, [&] { return steps == 6; }, 100, all.u, steps, 100, 1.0), 3);
  brick::run<count_in>(2, all, steps);
  EXPECT_EQ(steps, 8);
}

TEST(Run, TellsArgumentsInTheSameMemory) {
  struct {
    double a = 1, b = 2;
  } both;
  std::array<int, 3> table{};
  EXPECT_FALSE(brick::share_memory());
  EXPECT_FALSE(brick::share_memory(both.a, both.b, table));
  EXPECT_TRUE(brick::share_memory(both.a, table, both.a));
  EXPECT_TRUE(brick::share_memory(both.b, table, both));
  EXPECT_TRUE(brick::share_memory(table, both, table[2]));
}

TEST(RunUntil, ReadsVariablesAnewForEachStep) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  brick::field<double, 3> u(grid, "u"), v(grid, "v"), next(grid, "next");
  for (auto* field : {&u, &v})
    field->fill([](const brick::point<3>& p) { return static_cast<double>(p[2] % 3); });
  double k = 1;
  const auto change = [&] {
    k = 0.5;
    return false;
  };
  brick::run_until<advance>(1, change, 2, u, next, k);
  brick::run<advance>(1, v, next, 1.0);
  brick::run<advance>(1, v, next, 0.5);
  EXPECT_EQ(u.gather(), v.gather());
  brick::run<advance>(1, v, next, 0.5);
  EXPECT_NE(u.value({0, 0, 0}), v.value({0, 0, 0})); // or k would make no difference
}

TEST(RunUntil, StopsWhereThePredicateHolds) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  program().reset_metrics();
  std::vector<std::int64_t> asked;
  const auto at_six = [&](std::int64_t done) {
    asked.push_back(done);
    return done >= 6;
  };
  EXPECT_EQ(brick::run_until<advance>(2, at_six, 100, u, next, 0.5), 6);
  EXPECT_EQ(asked, (std::vector<std::int64_t>{2, 4, 6}));
  EXPECT_EQ(program().state()->metrics.steps, 6);
  EXPECT_EQ(brick::run_until<advance>(3, [] { return false; }, 7, u, next, 0.5), 7);
  EXPECT_EQ(brick::run_until<advance>(1, [] { return true; }, 0, u, next, 0.5), 0);
}

TEST(RunUntil, Errors) {
  const auto grid = brick::grid_for<advance>(program(), {.cells = {16, 16, 16}});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  const auto never = [] { return false; };
  EXPECT_THROW(brick::run_until<advance>(0, never, 5, u, next, 0.5), brick::error);
  EXPECT_THROW(brick::run_until<advance>(1, never, -1, u, next, 0.5), brick::error);
  if (program().size() == 1) return;
  try {
    brick::run_until<advance>(1, [] { return program().rank() == 1; }, 5, u, next, 0.5);
    FAIL();
  } catch (const brick::error& failure) {
    EXPECT_EQ(std::string(failure.what()).substr(0, 82),
              "brick::run_until: after 1 steps rank 0 is not done, but rank 1 is done; the predic");
  }
}

TEST(GridFor, SeveralStepsTakesWhatTheyAllNeed) {
  constexpr auto bricks = brick::generated<advance>::plan.brick;
  static_assert(bricks == brick::filled<3>(8));
  const auto one = brick::grid_for<advance, advance>(program(), {.cells = {24, 24, 24}});
  EXPECT_EQ(one.halo(), brick::filled<3>(1));
  constexpr auto deep = [] {
    auto plan = brick::generated<advance>::plan;
    plan.halo = {3, 1, 0};
    plan.element_bytes = 4;
    plan.order = brick::sweep_order::columns;
    return plan;
  }();
  constexpr auto both = brick::detail::both(brick::generated<advance>::plan, deep);
  EXPECT_EQ(both.halo, (brick::index<3>{3, 1, 1}));
  EXPECT_EQ(both.element_bytes, 4u);
  EXPECT_EQ(brick::generated<advance>::plan.order, brick::sweep_order::patches);
  EXPECT_EQ(both.order, brick::sweep_order::columns);
  EXPECT_EQ(brick::detail::both(deep, brick::generated<advance>::plan).order, brick::sweep_order::columns);
  const auto arrays = brick::grid_for<stencils::advance<double, 3, 1>, stencils::advance<float, 3, 2>>(
      program(), {.cells = {24, 24, 24}});
  EXPECT_FALSE(arrays.has_bricks());
}

TEST(GridFor, TheHaloMayBeDeeperThanThePlans) {
  const auto deeper = brick::grid_for<advance>(program(), {.cells = {24, 24, 24}, .halo = {2, 0, 8}});
  EXPECT_EQ(deeper.halo(), (brick::index<3>{2, 1, 8}));
  const brick::grid_options<3> too_deep{.cells = {24, 24, 24}, .halo = {2, 0, 9}};
  EXPECT_EQ(message_of([&] { static_cast<void>(brick::grid_for<advance>(program(), too_deep)); }),
            "a halo of 9 cells is wanted on axis 2, but bricks are 8x8x8 cells; brickc's option --brick makes longer "
            "ones");
}

} // namespace
