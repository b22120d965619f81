// SPDX-License-Identifier: MIT
// Grids and fields in numbers: made and dropped again and again, several at once, moved, as small as they get.
#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "stencils.hpp"
#include "system_limits.hpp"

namespace {

using brick::dirichlet;
using brick::field;
using brick::grid;
using brick::index;
using brick::point;
using brick::strategy;

constexpr brick::step_plan<3> plan{.brick = {8, 8, 8}, .halo = {1, 1, 1}};

/// Makes a grid and fields on it, uses and drops them.
void use_a_grid(const brick::runtime& program, int round) {
  const index<3> cells{24, 16, 16};
  const grid<3> on = round % 2 ? grid<3>(program, {.cells = cells}, plan) : grid<3>(program, {.cells = cells});
  field<double, 3> u(on, "u"), v(on, "v");
  u.fill(round);
  u.exchange_ghosts();
  swap(u, v);
  v.for_each([&](const point<3>&, double value) { ASSERT_EQ(value, round); });
}

TEST(Lifecycle, ThousandsOfGridsLeaveNothingBehind) {
  const int rounds = program().size() <= 2 ? 2000 : 40; // more ranks than cores take their time
  setenv("BRICK_THREADS", "1", 1);                      // they would wait for each other most of the time
  const brick::runtime one_thread;
  unsetenv("BRICK_THREADS");
  use_a_grid(one_thread, 1);
  const brick_test::resources before;
  for (int round = 0; round < rounds; ++round)
    use_a_grid(one_thread, round);
  EXPECT_EQ(brick_test::resources(), before);
}

TEST(Lifecycle, TwoGridsAtOnce) {
  const grid<3> coarse(program(), {.cells = {16, 16, 16}}, plan);
  const grid<3> fine(program(), {.cells = {32, 24, 40}}, plan);
  field<double, 3> a(coarse, "a"), b(fine, "b"), c(coarse, "c"), d(fine, "d");
  a.fill(1);
  b.fill(2);
  brick::apply<stencils::compiled_filter<double, 3, 1>>(c, a, 1.0);
  brick::apply<stencils::compiled_filter<double, 3, 1>>(d, b, 1.0);
  const std::vector<double> ones = c.gather(), twos = d.gather();
  if (program().rank() == 0) EXPECT_DOUBLE_EQ(2 * ones.front(), twos.front());
}

TEST(Lifecycle, AGridThatIsMovedFromIsStillTheGrid) {
  grid<3> on(program(), {.cells = {16, 16, 16}}, plan);
  const grid<3> other = std::move(on);
  EXPECT_TRUE(on == other);
}

double value_of(brick::in<double, 3> u) { return u(0, 0, 0); }

/// A view that nobody looks into.
struct nothing {
  [[nodiscard]] std::int64_t extent(int) const { return 0; }
  double& operator()(std::int64_t, std::int64_t, std::int64_t) const { throw brick::error("a view is looked into"); }
};

/// On all ranks, though only one of them has the cell that is asked for.
TEST(Lifecycle, AFieldThatIsMovedFromSaysSo) {
  const grid<3> on(program(), {.cells = {16, 16, 16}}, plan);
  field<double, 3> a(on, "a"), c(on, "c");
  field<double, 3> b = std::move(a);
  const auto expect_refusal = [](auto&& use) {
    try {
      use();
      ADD_FAILURE();
    } catch (const brick::error& failure) {
      EXPECT_STREQ(failure.what(), "a field is used after it was moved from");
    }
  };
  expect_refusal([&] { a.fill(1); });
  expect_refusal([&] { a.exchange_ghosts(); });
  expect_refusal([&] { (void)a.gather(); });
  expect_refusal([&] { a.scatter(std::vector<double>(16 * 16 * 16)); });
  expect_refusal([&] { (void)a.value({15, 15, 15}); });
  expect_refusal([&] { a.copy_to(nothing{}); });
  expect_refusal([&] { a.copy_from(nothing{}); });
  expect_refusal([&] { a.for_each([](const point<3>&, double) {}); });
  expect_refusal([&] { brick::save_png("/dev/null", a); });
  expect_refusal([&] { (void)a.boundary(); });
  expect_refusal([&] { a.fill_ghosts(1); });
  expect_refusal([&] { (void)brick::reduce<value_of>(brick::sum, a); });
  expect_refusal([&] { swap(a, b); });
  expect_refusal([&] { swap(b, a); });
  expect_refusal([&] { brick::apply<stencils::compiled_filter<double, 3, 1>>(c, a, 1.0); });
  a = std::move(b);
  a.fill(1);
  a.for_each([](const point<3>&, double value) { ASSERT_EQ(value, 1); });
}

/// All cells of a small domain after three steps, on every kind of grid.
template <int D, int R> void expect_oracle(const index<D>& cells, const brick::boundaries<D>& boundary) {
  const auto check = [&]<auto Step>(const grid<D>& on) {
    field<double, D> u(on, "u"), next(on, "next");
    u.fill([](point<D> p) { return stencils::initial<D>(p); });
    brick::run<Step>(3, u, next, 0.9);
    const std::vector<double> got = u.gather();
    if (program().rank() == 0)
      EXPECT_EQ(got, (stencils::oracle<double, D, R>(cells, boundary).run(3, 0.9))) << on.describe();
  };
  check.template operator()<stencils::advance<double, D, R>>(
      grid<D>(program(), {.cells = cells, .boundary = boundary, .halo = brick::filled<D>(R)}));
  auto plan = brick::generated<stencils::compiled_advance<double, D, R>>::plan;
  for (strategy how : {strategy::shared, strategy::memmap, strategy::basic}) {
    plan.exchange = how;
    check.template operator()<stencils::compiled_advance<double, D, R>>(
        grid<D>(program(), {.cells = cells, .boundary = boundary}, plan));
  }
}

TEST(Lifecycle, TinyDomains) {
  for (std::int64_t n : {2, 3, 17, 18}) {
    expect_oracle<1, 2>({n}, brick::periodic);
    expect_oracle<1, 2>({n}, dirichlet(3));
  }
  expect_oracle<1, 2>({1}, dirichlet(3));
  expect_oracle<3, 1>({1, 1, 1}, brick::periodic);
  expect_oracle<3, 1>({1, 1, 1}, dirichlet(-1));
  expect_oracle<3, 1>({1, 9, 2}, brick::periodic);
  expect_oracle<3, 1>({9, 1, 16}, dirichlet(0.5));
}

} // namespace
