// SPDX-License-Identifier: MIT
// apply and run against a whole-domain oracle, bit for bit: reference mode, and bricks with every strategy.
#include <algorithm>
#include <array>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "stencils.hpp"

namespace {

using brick::dirichlet;
using brick::ghost;
using brick::neumann;
using brick::periodic;
using brick::strategy;

constexpr int steps = 3;

template <class T_, int D_, int R_> struct combination {
  using T = T_;
  static constexpr int D = D_, R = R_;
};

template <int D> std::vector<brick::index<D>> sizes();
template <> std::vector<brick::index<1>> sizes<1>() { return {{16}, {71}, {256}}; }
template <> std::vector<brick::index<2>> sizes<2>() { return {{8, 8}, {17, 40}, {64, 48}, {50, 33}}; }
template <> std::vector<brick::index<3>> sizes<3>() { return {{8, 8, 8}, {17, 24, 40}, {32, 16, 16}, {20, 50, 30}}; }

/// A dirichlet side that differs from cell to cell.
const brick::boundary_condition slope = dirichlet([](auto p) { return 0.125 * static_cast<double>(p[0]) - 0.5; });

template <int D> std::vector<brick::boundaries<D>> boundary_kinds();
template <> std::vector<brick::boundaries<1>> boundary_kinds<1>() {
  return {periodic, {dirichlet(1), dirichlet(-2)}, {neumann, slope}, {ghost, neumann}};
}
template <> std::vector<brick::boundaries<2>> boundary_kinds<2>() {
  return {periodic,
          {{dirichlet(1), dirichlet(-2)}, {dirichlet(3), dirichlet(4)}},
          {periodic, dirichlet(0.5)},
          {neumann, {slope, ghost}},
          {{dirichlet(2), ghost}, {slope, neumann}},
          {neumann, periodic}};
}
template <> std::vector<brick::boundaries<3>> boundary_kinds<3>() {
  return {periodic,
          {{dirichlet(1), dirichlet(-2)}, {dirichlet(3), dirichlet(4)}, {dirichlet(-5), dirichlet(6)}},
          {periodic, {dirichlet(0.5), dirichlet(2)}, periodic},
          {{ghost, slope}, {neumann, dirichlet(4)}, {dirichlet(1), neumann}},
          {neumann, periodic, ghost}};
}

/// How many cells differ from the oracle, on rank 0 (0 elsewhere).
template <class T> std::int64_t differences(const std::vector<T>& got, const std::vector<T>& expected) {
  if (program().rank() != 0) return 0;
  if (got.size() != expected.size()) return -1;
  std::int64_t count = 0;
  for (std::size_t i = 0; i < got.size(); ++i)
    count += got[i] != expected[i];
  return count;
}

template <class C> class Stencil : public testing::Test {
protected:
  using T = typename C::T;
  static constexpr int D = C::D, R = C::R;
  static constexpr T k = T(0.9);

  /// Runs `Step` on `grid` and returns the whole domain on rank 0.
  template <auto Step> static std::vector<T> computed(const brick::grid<D>& grid) {
    brick::field<T, D> u(grid, "u"), next(grid, "next");
    u.fill([](brick::point<D> p) { return stencils::initial<D>(p); });
    if (has_ghost_sides(grid.boundary()))
      for (auto* each : {&u, &next})
        each->fill_ghosts([](brick::point<D> p) { return stencils::outside<D>(p); });
    brick::run<Step>(steps, u, next, k);
    return u.gather();
  }

  static bool has_ghost_sides(const brick::boundaries<D>& boundary) {
    bool found = false;
    for (int a = 0; a < D; ++a)
      found = found || boundary[a].low == ghost || boundary[a].high == ghost;
    return found;
  }

  static std::vector<T> expected(const brick::index<D>& cells, const brick::boundaries<D>& boundary) {
    if (program().rank() != 0) return {};
    return stencils::oracle<T, D, R>(cells, boundary).run(steps, k);
  }
};

using combinations = testing::Types<combination<double, 1, 2>, combination<float, 1, 1>, combination<double, 2, 3>,
                                    combination<float, 2, 1>, combination<double, 3, 1>, combination<float, 3, 2>>;
TYPED_TEST_SUITE(Stencil, combinations);

TYPED_TEST(Stencil, ReferenceModeEqualsOracle) {
  constexpr int D = TypeParam::D;
  constexpr auto step = stencils::advance<typename TypeParam::T, D, TypeParam::R>;
  for (const auto& cells : sizes<D>())
    for (const auto& boundary : boundary_kinds<D>()) {
      const auto grid = brick::grid_for<step>(program(), {.cells = cells, .boundary = boundary});
      EXPECT_FALSE(grid.has_bricks());
      EXPECT_EQ(differences(this->template computed<step>(grid), this->expected(cells, boundary)), 0)
          << grid.describe();
    }
}

TYPED_TEST(Stencil, BricksEqualOracleWithEveryStrategy) {
  constexpr int D = TypeParam::D;
  constexpr auto step = stencils::compiled_advance<typename TypeParam::T, D, TypeParam::R>;
  auto plan = brick::generated<step>::plan;
  constexpr std::array strategies{strategy::shared,     strategy::shared_layout, strategy::memmap, strategy::layout,
                                  strategy::memmap_put, strategy::layout_put,    strategy::shift,  strategy::basic};
  for (const auto& cells : sizes<D>())
    for (std::size_t kind = 0; const auto& boundary : boundary_kinds<D>()) {
      const auto expected = this->expected(cells, boundary);
      const strategy alone =
          strategies[kind % strategies.size()]; // walls know little of messages: one strategy each will do
      const bool all = kind++ < 4;
      for (strategy how : strategies)
        for (bool wrap_in_place : {true, false}) {
          if (!wrap_in_place && ((how != strategy::shared && how != strategy::memmap) || program().size() > 2))
            continue;
          if ((!all || is_one_sided(how)) && how != alone) continue;
          plan.exchange = how;
          const brick::grid<D> grid(program(), {.cells = cells, .boundary = boundary, .wrap_in_place = wrap_in_place},
                                    plan);
          EXPECT_EQ(differences(this->template computed<step>(grid), expected), 0)
              << grid.describe() << (wrap_in_place ? "" : ", messages to itself");
        }
    }
}

TYPED_TEST(Stencil, GridForACompiledStepHasBricks) {
  constexpr int D = TypeParam::D;
  constexpr auto step = stencils::compiled_advance<typename TypeParam::T, D, TypeParam::R>;
  const auto grid = brick::grid_for<step>(program(), {.cells = sizes<D>().back()});
  EXPECT_TRUE(grid.has_bricks());
  EXPECT_EQ(grid.bricks().brick(), brick::generated<step>::plan.brick);
  EXPECT_EQ(grid.halo(), brick::filled<D>(TypeParam::R));
}

} // namespace
