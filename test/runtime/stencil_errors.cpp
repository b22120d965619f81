// SPDX-License-Identifier: MIT
// What apply refuses, and with which words.
#include <array>
#include <string>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "message_of.hpp"
#include "stencils.hpp"

namespace {

using brick::field;
using brick::grid;
using brick::in;
using brick::inout;
using brick::out;
using brick::point;

void shifted(out<double, 2> next, in<double, 2> u, int by) { next(0, 0) = u(by, 0); }
void writes_beside(out<double, 2> next, in<double, 2> u) { next(0, 1) = u(0, 0); }
void table(inout<double, 2> u, point<2> p, const std::array<double, 2>& values) { u(0, 0) += values[p[1] % 2]; }
void copy(out<double, 3> next, in<double, 3> u) { next(0, 0, 0) = u(0, 0, 0); }

class StencilErrors : public testing::Test {
protected:
  grid<2> on{program(), {.cells = {32, 32}, .halo = {2, 1}}};
  field<double, 2> u{on, "u"}, next{on, "next"};
  bool owner = !brick::empty(on.own_cells());
};

TEST_F(StencilErrors, AccessBeyondTheHalo) {
  EXPECT_EQ(message_of([&] { brick::apply<shifted>(next, u, -2); }), "");
  const std::string message = message_of([&] { brick::apply<shifted>(next, u, 3); });
  if (owner)
    EXPECT_EQ(message, "a stencil reads field u at offset (3, 0), beyond its halo of (2, 1) cells; set .halo in "
                       "brick::grid_options");
}

TEST_F(StencilErrors, OutputBesideThePoint) {
  const std::string message = message_of([&] { brick::apply<writes_beside>(next, u); });
  if (owner)
    EXPECT_EQ(message, "a stencil uses its output next at offset (0, 1); outputs are there at the point only: split "
                       "the stencil in two");
}

TEST_F(StencilErrors, OutputIsAnInput) {
  EXPECT_EQ(message_of([&] { brick::apply<shifted>(u, u, 1); }),
            "brick::apply<" + std::string(brick::detail::entity_name<shifted>()) +
                ">: field u is an output and is passed a second time");
}

TEST_F(StencilErrors, DifferentGrids) {
  const grid<2> elsewhere(program(), {.cells = {32, 32}, .halo = {2, 1}});
  field<double, 2> other(elsewhere, "other");
  EXPECT_NE(
      message_of([&] { brick::apply<shifted>(next, other, 1); }).find("fields next and other live on different grids"),
      std::string::npos);
}

TEST_F(StencilErrors, TablesAndPoints) {
  u.fill(1);
  brick::apply<table>(u, std::array{10.0, 20.0});
  u.for_each([](const point<2>& p, double value) { ASSERT_EQ(value, p[1] % 2 ? 21 : 11); });
}

TEST(StencilOnBricks, NotCompiled) {
  const grid<3> on(program(), {.cells = {16, 16, 16}}, {.brick = {8, 8, 8}, .halo = {1, 1, 1}});
  field<double, 3> u(on, "u"), next(on, "next");
  EXPECT_NE(message_of([&] { brick::apply<copy>(next, u); }).find("brickc has not compiled this stencil"),
            std::string::npos);
}

TEST(StencilOnBricks, CompiledForOtherBricks) {
  const grid<3> on(program(), {.cells = {16, 16, 16}}, {.brick = {4, 4, 8}, .halo = {1, 1, 1}});
  field<double, 3> u(on, "u"), next(on, "next");
  EXPECT_NE(message_of([&] {
              brick::apply<stencils::compiled_filter<double, 3, 1>>(next, u, 1.0);
            }).find("compiled for bricks of 8x8x8 cells, but the grid has 4x4x8"),
            std::string::npos);
}

TEST(StencilOnBricks, HaloTooShallow) {
  const grid<3> on(program(), {.cells = {16, 16, 16}}, {.brick = {4, 4, 4}, .halo = {1, 1, 1}, .element_bytes = 4});
  field<float, 3> u(on, "u"), next(on, "next");
  EXPECT_NE(message_of([&] {
              brick::apply<stencils::compiled_filter<float, 3, 2>>(next, u, 1.0f);
            }).find("reads 2x2x2 cells deep, but the grid's halo is 1x1x1"),
            std::string::npos);
}

TEST(EntityName, IsTheUsersName) {
  EXPECT_TRUE(brick::detail::entity_name<copy>().ends_with("copy"));
  EXPECT_NE((brick::detail::entity_name<stencils::box_filter<double, 3, 1>>().find("box_filter")), std::string::npos);
}

} // namespace
