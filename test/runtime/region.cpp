// SPDX-License-Identifier: MIT
// Stencils on a box of the domain: cells in it are computed, all others keep their values.
#include "brick/region.hpp"

#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "stencils.hpp"

namespace {

using brick::box;
using brick::grid;
using brick::index;
using brick::periodic;

constexpr auto filter = stencils::box_filter<double, 3, 1>;
constexpr auto compiled_filter = stencils::compiled_filter<double, 3, 1>;
constexpr double k = 0.9;

const index<3> cells{20, 17, 33};

std::vector<box<3>> regions() {
  return {{{}, cells},           {{3, 3, 3}, {17, 14, 30}}, {{0, 0, 0}, {8, 8, 8}}, {{8, 8, 9}, {16, 16, 10}},
          {{19, 16, 32}, cells}, {{0, 5, 0}, {20, 6, 33}},  {{4, 4, 4}, {4, 9, 9}}};
}

template <auto Stencil> void check(const grid<3>& on, const std::vector<double>& computed) {
  brick::field<double, 3> u(on, "u"), next(on, "next");
  u.fill([](brick::point<3> p) { return stencils::initial<3>(p); });
  for (const box<3>& region : regions()) {
    next.fill(-1);
    u.invalidate_ghosts();
    brick::apply<Stencil>(brick::on(region), next, u, k);
    EXPECT_FALSE(next.ghosts_valid());
    next.for_each([&](const brick::point<3>& p, double value) {
      const double expected = contains(region, p.cell)
                                  ? computed[static_cast<std::size_t>(brick::position_in<3>({{}, cells}, p.cell))]
                                  : -1;
      ASSERT_EQ(value, expected) << on.describe() << ", cell " << brick::to_string(p.cell);
    });
  }
}

TEST(Region, OnlyItsCellsAreComputed) {
  const std::vector<double> computed = stencils::oracle<double, 3, 1>(cells, periodic).run(1, k);
  for (int threads : {1, program().size() > 2 ? 1 : 3}) { // more would crowd the cores
    const int before = std::exchange(program().state()->threads, threads);
    check<filter>(grid<3>(program(), {.cells = cells}), computed);
    check<compiled_filter>(grid<3>(program(), {.cells = cells}, {.brick = {8, 8, 8}, .halo = {1, 1, 1}}), computed);
    program().state()->threads = before;
  }
}

TEST(Region, OutsideTheDomainIsRefused) {
  const grid<3> on(program(), {.cells = cells});
  brick::field<double, 3> u(on, "u"), next(on, "next");
  constexpr std::int64_t far = std::numeric_limits<std::int64_t>::max();
  for (const box<3>& region : {box<3>{{-1, 0, 0}, {3, 3, 3}}, box<3>{{0, 0, 0}, {3, 3, 34}},
                               box<3>{{-far - 1, 3, 3}, {far, 5, 5}}, box<3>{{-far, -far, -far}, {far, far, far}}})
    try {
      brick::apply<filter>(brick::on(region), next, u, k);
      FAIL();
    } catch (const brick::error& failure) {
      EXPECT_NE(std::string(failure.what()).find("is not inside the domain of 20x17x33 cells"), std::string::npos);
    }
}

} // namespace
