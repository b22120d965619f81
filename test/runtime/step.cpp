// SPDX-License-Identifier: MIT
#include "brick/step.hpp"

#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
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

} // namespace
