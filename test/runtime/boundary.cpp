// SPDX-License-Identifier: MIT
#include "brick/boundary.hpp"

#include <gtest/gtest.h>

#include "brick/error.hpp"

namespace {

using brick::boundaries;
using brick::boundary_kind;
using brick::dirichlet;
using brick::periodic;

TEST(Boundary, OneConditionForAllSides) {
  const boundaries<3> closed = periodic;
  EXPECT_EQ(closed.periodic_axes(), (std::array{true, true, true}));
  const boundaries<2> walls = dirichlet(2.5);
  EXPECT_EQ(walls.periodic_axes(), (std::array{false, false}));
  EXPECT_EQ(walls[1].high.value, 2.5);
}

TEST(Boundary, PerAxisAndSide) {
  const boundaries<3> mixed = {periodic, {dirichlet(1), dirichlet(2)}, dirichlet(3)};
  EXPECT_EQ(mixed.periodic_axes(), (std::array{true, false, false}));
  EXPECT_EQ(mixed[1].low.value, 1);
  EXPECT_EQ(mixed[1].high.value, 2);
  EXPECT_EQ(mixed[2].low.value, 3);
  const boundaries<1> tube = {dirichlet(4), dirichlet(5)};
  EXPECT_EQ(tube[0].high.value, 5);
  const boundaries<2> in_parentheses({periodic, dirichlet(6)}); // not ambiguous with an array of sides
  EXPECT_EQ(in_parentheses[1].high.value, 6);
  const boundaries<1> nested = {{dirichlet(4), dirichlet(5)}};
  EXPECT_EQ(nested[0].high.value, 5);
}

TEST(Boundary, PeriodicOnOneSideOnlyIsRefused) {
  EXPECT_THROW((boundaries<2>{periodic, {periodic, dirichlet(1)}}), brick::error);
  EXPECT_THROW((boundaries<1>{dirichlet(1), periodic}), brick::error);
}

TEST(Boundary, FunctionsKnowTheirDimensions) {
  const auto plane = [](const brick::point<2>& p) { return static_cast<double>(p[0] - p[1]); };
  const boundaries<2> walls = {brick::neumann, {brick::dirichlet(plane), brick::ghost}};
  EXPECT_EQ((walls[1].low.function(brick::point<2>{{5, 7}})), -2);
  EXPECT_EQ(walls[1].high.kind, boundary_kind::ghost);
  EXPECT_THROW((boundaries<3>{brick::dirichlet(plane)}), brick::error);
  EXPECT_NO_THROW((boundaries<3>{brick::dirichlet([](auto p) { return p[0]; })}));
}

TEST(Boundary, EqualMeansTheSameValues) {
  const auto zero = [](const brick::point<1>&) { return 0.0; };
  const auto once = brick::dirichlet(zero);
  EXPECT_EQ(boundaries<1>(once), boundaries<1>(once));
  EXPECT_FALSE(boundaries<1>(once) == boundaries<1>(brick::dirichlet(zero)));
  EXPECT_FALSE(boundaries<1>(dirichlet(0.0)) == boundaries<1>(dirichlet(-0.0)));
  EXPECT_FALSE(boundaries<1>{}.given());
  EXPECT_TRUE(boundaries<1>(periodic).given());
}

} // namespace
