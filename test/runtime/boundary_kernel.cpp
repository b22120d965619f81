// SPDX-License-Identifier: MIT
// Boundary kernels against an oracle that knows the cells by their global index: arrays and bricks, corners included.
#include "brick/boundary_kernel.hpp"

#include <array>
#include <cmath>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/boundary_rule.hpp"
#include "brick/field.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace brick_test {

/// What the version of it below gives, and 1000, so that it shows which one has run.
inline void told(brick::out<double, 2> u, brick::in<double, 2> v, brick::point<2>, double time) {
  u(0, 0) = 1000 + time * v(1, 0);
}

} // namespace brick_test

/// As brickc would write it, if the kernel read three columns further, too, where it is in column 0: further than it
/// may.
template <> struct brick::generated<brick_test::told> {
  static constexpr std::array<brick::outer_read<2>, 2> reads{{{1, {0, 3}}, {1, {1, 0}}}};
  static constexpr std::array<bool, 4> reads_old{};
  static constexpr std::array<bool, 2> reads_point{{false, true}};

  static void compute(const brick::outer_cells& cells, double* u, const double* v, double time) {
    for (std::ptrdiff_t i = 0; i < cells.count; ++i)
      u[i] = time * v[cells.room + i];
  }
  static void find_needed(const brick::outer_cells& cells, std::array<bool, 2>& needed, double*, const double*,
                          double) {
    needed[1] = true;
    for (std::ptrdiff_t i = 0; i < cells.count; ++i)
      needed[0] |= cells.first[1] + cells.points[cells.room + i] == 0;
  }
};

namespace {

using brick::boundaries;
using brick::dirichlet;
using brick::face;
using brick::field;
using brick::ghost;
using brick::grid;
using brick::index;
using brick::neumann;
using brick::periodic;
using brick::point;

const index<2> cells{17, 30};
const index<2> halo{2, 2};
constexpr double t = 0.375;

std::vector<grid<2>> both_grids(const boundaries<2>& boundary) {
  const brick::grid_options<2> options{.cells = cells, .boundary = boundary, .halo = halo};
  return {grid<2>(program(), options), grid<2>(program(), options, {.brick = {4, 8}, .halo = halo})};
}

double number(const point<2>& p) { return static_cast<double>(100 * p[0] + p[1]); }
double square(const point<2>& p) { return static_cast<double>(p[0] * p[0] - 7 * p[1]); }

/// Reads the layer before in `old`, and `v` along the side where there is room.
template <int Axis, int Inward, class Old, class V>
double inflow(const Old& old, const V& v, const point<2>& p, double time) {
  constexpr int a = Axis == 0, b = 1 - a; // 1 on the axis of the side, and on the other one
  const bool room = p[a] >= 0 && p[a] < cells[a];
  const double along = room ? v(-b, -a) + v(b, a) : 0;
  return 0.5 * old(a * Inward, b * Inward) + 0.25 * along + time * static_cast<double>(p[0] + 2 * p[1]);
}

template <int Axis, int Inward>
void inlet(brick::out<double, 2> u, brick::in<double, 2> old, brick::in<double, 2> v, point<2> p, double time) {
  u(0, 0) = inflow<Axis, Inward>(old, v, p, time);
}

/// All cells as the user knows them: wrapped and mirrored.
class oracle {
public:
  explicit oracle(const boundaries<2>& boundary, double (*inside)(const point<2>&))
      : boundary_(boundary), inside_(inside) {}

  index<2> known(const index<2>& cell) const {
    const index<2> mirror = brick::detail::mirrored<2>(cell, cells, boundary_);
    return brick::detail::wrapped<2>(mirror, cells, boundary_);
  }

  double at(const index<2>& cell) const {
    const index<2> x = known(cell);
    const auto side = brick::detail::deciding_face<2>(x, cells, boundary_);
    if (!side) return inside_({x});
    if (boundary_[*side].kind == brick::boundary_kind::dirichlet) return boundary_[*side].value;
    const auto found = walls_.find(x);
    return found == walls_.end() ? 0 : found->second;
  }

  template <int Axis, int Inward> void apply(const face& side, const oracle& v) {
    for (std::int64_t depth = 1; depth <= halo[side.axis]; ++depth) {
      std::map<index<2>, double> layer;
      brick::for_each_in<2>({{-2, -2}, {cells[0] + 2, cells[1] + 2}}, [&](const index<2>& x) {
        const std::int64_t beyond = side.high ? x[side.axis] - cells[side.axis] + 1 : -x[side.axis];
        if (known(x) != x || beyond != depth || brick::detail::deciding_face<2>(x, cells, boundary_) != side) return;
        const auto near = [&](const oracle& u) { return [&](int i, int j) { return u.at({x[0] + i, x[1] + j}); }; };
        layer[x] = inflow<Axis, Inward>(near(*this), near(v), point<2>{x}, t);
      });
      layer.merge(std::move(walls_));
      walls_ = std::move(layer);
    }
  }

private:
  boundaries<2> boundary_;
  double (*inside_)(const point<2>&);
  std::map<index<2>, double> walls_;
};

void check(const field<double, 2>& u, const oracle& expected, const std::string& when) {
  u.exchange_ghosts();
  brick::box<2> zone = u.grid().own_cells();
  if (brick::empty(zone)) return;
  for (int a = 0; a < 2; ++a) {
    zone.low[a] -= halo[a];
    zone.high[a] += halo[a];
  }
  brick::for_each_in(zone, [&](const index<2>& cell) {
    ASSERT_EQ(u.data()[u.grid().offset_of(cell)], expected.at(cell))
        << when << ", cell " << brick::to_string(cell) << ", " << u.grid().describe();
  });
}

TEST(BoundaryKernel, SetsEveryCellThatItsSideDecides) {
  const std::vector<boundaries<2>> kinds = {
      {ghost, periodic}, {ghost, neumann},  {{ghost, ghost}, dirichlet(3)},   ghost,
      {neumann, ghost},  {periodic, ghost}, {dirichlet(2), {neumann, ghost}},
  };
  for (const boundaries<2>& boundary : kinds)
    for (const grid<2>& on : both_grids(boundary)) {
      field<double, 2> u(on, "u"), v(on, "v");
      u.fill(number);
      v.fill(square);
      oracle expected(boundary, number), other(boundary, square);
      for (int round = 0; round < 2; ++round) {
        const auto apply = [&]<int Axis, int Inward>(const face& side) {
          if (!(boundary[side] == ghost)) return;
          brick::apply_boundary<inlet<Axis, Inward>>(side, u, u, v, t);
          expected.apply<Axis, Inward>(side, other);
          check(u, expected, "after it is set");
        };
        apply.template operator()<0, 1>(on.low(0));
        apply.template operator()<0, -1>(on.high(0));
        apply.template operator()<1, 1>(on.low(1));
        apply.template operator()<1, -1>(on.high(1));
        u.fill(number);
        check(u, expected, "after an exchange");
        swap(u, v);
        check(v, oracle(boundary, number), "the other field");
        swap(u, v);
        check(u, expected, "after swaps");
      }
    }
}

TEST(BoundaryKernel, CompiledVersionsComputeThePiecesThatMayReadWhatTheyNeed) {
  for (const grid<2>& on : both_grids({{ghost, neumann}, periodic})) {
    field<double, 2> u(on, "u"), v(on, "v");
    v.fill(number);
    brick::apply_boundary<brick_test::told>(on.low(0), u, v, 2.0);
    const brick::box<2> own = on.own_cells();
    const std::int64_t piece = on.has_bricks() ? 8 : 16; // columns
    if (brick::empty(own) || own.low[0] > 0) continue;
    for (std::int64_t column = own.low[1]; column < own.high[1]; ++column) {
      const bool with_first = own.low[1] == 0 && column < piece; // in a piece with column 0
      EXPECT_EQ(u.data()[on.offset_of({-1, column})], (with_first ? 1000 : 0) + 2 * number({{0, column}}))
          << column << ", " << on.describe();
    }
  }
}

/// 1-D: two outputs, of two types; one keeps its value on even cells.
void pair(brick::out<double, 1> a, brick::out<float, 1> b, point<1> p) {
  if (p[0] % 2) a(0) = static_cast<double>(p[0]);
  b(0) = static_cast<float>(10 * p[0]);
}

TEST(BoundaryKernel, SeveralOutputsAndCellsThatAreNotWritten) {
  const brick::grid_options<1> options{.cells = {21}, .boundary = ghost, .halo = {4}};
  for (const grid<1>& on :
       {grid<1>(program(), options), grid<1>(program(), options, {.brick = {8}, .halo = {1}, .element_bytes = 4})}) {
    field<double, 1> a(on, "a");
    field<float, 1> b(on, "b");
    a.fill_ghosts(-1);
    brick::apply_boundary<pair>(on.high(0), a, b);
    a.exchange_ghosts();
    b.exchange_ghosts();
    if (brick::empty(on.own_cells()) || on.own_cells().high[0] != 21) continue;
    for (std::int64_t x = 21; x < 25; ++x) {
      EXPECT_EQ(a.data()[on.offset_of({x})], x % 2 ? static_cast<double>(x) : -1.0);
      EXPECT_EQ(b.data()[on.offset_of({x})], static_cast<float>(10 * x));
    }
  }
}

double height(const point<3>& p) { return static_cast<double>(p[0] * p[0] + 3 * p[1] - 5 * p[2]); }

/// Continues along a line of cells that goes into the domain, and to the next column.
void slope(brick::out<double, 3> u, brick::in<double, 3> inside, point<3> p, double time) {
  u(0, 0, 0) = 3 * inside(1, 0, 0) - inside(2, 1, 0) + time * static_cast<double>(p[2]);
}

/// What `slope` gives the cells below a field of heights, next to the domain.
void check_slopes(const field<double, 3>& u, double time, const std::string& when) {
  const brick::box<3> own = u.grid().own_cells();
  if (brick::empty(own) || own.low[0] > 0) return;
  brick::box<3> layer = own;
  layer.low[0] = -1;
  layer.high[0] = 0;
  brick::for_each_in(layer, [&](const index<3>& cell) {
    const std::int64_t beside = (cell[1] + 1) % u.grid().cells()[1];
    ASSERT_EQ(u.data()[u.offset_of(cell)], 3 * height({{0, cell[1], cell[2]}}) - height({{1, beside, cell[2]}}) +
                                               time * static_cast<double>(cell[2]))
        << when << ", cell " << brick::to_string(cell) << ", " << u.grid().describe();
  });
}

/// So many cells that threads share them; what they leave is the field's after swaps too, and not that of the other.
TEST(BoundaryKernel, ThreadsShareLargeLayers) {
  const brick_test::changed_runtime several({.threads = program().size() > 2 ? 1 : 3}); // more would crowd the cores
  const brick::grid_options<3> options{
      .cells = {9, 141, 150}, .boundary = {ghost, periodic, neumann}, .halo = {2, 2, 2}};
  for (const grid<3>& on :
       {grid<3>(program(), options), grid<3>(program(), options, {.brick = {4, 4, 8}, .halo = {2, 2, 2}})}) {
    field<double, 3> u(on, "u"), other(on, "other");
    u.fill(height);
    other.fill(height);
    brick::apply_boundary<slope>(on.low(0), other, other, 1.0);
    for (const double time : {2.0, 3.0, 3.0}) {
      brick::apply_boundary<slope>(on.low(0), u, u, time);
      check_slopes(u, time, "after it is set");
      swap(u, other);
      u.exchange_ghosts();
      other.exchange_ghosts();
      check_slopes(u, time, "after a swap");
      check_slopes(other, 1, "the other after a swap");
    }
  }
}

void at_time(brick::out<double, 2> u, double time) { u(0, 0) = time; }

/// Memory that has held what the side still has, is not written to when it comes back.
TEST(BoundaryKernel, ValuesThatStayTheSameAreNotWrittenAgainAfterSwaps) {
  for (const grid<2>& on : both_grids({ghost, dirichlet(7)})) {
    field<double, 2> u(on, "u"), other(on, "other");
    const bool has_it = !brick::empty(on.own_cells()) && on.own_cells().low[0] == 0;
    const index<2> outside{-1, on.own_cells().low[1]};
    for (const auto& [before, time] : {std::pair(1.0, 1.0), {1.0, 2.0}, {0.0, -0.0}, {-0.0, -0.0}}) {
      for (auto* each : {&u, &other}) {
        each->fill(number);
        each->exchange_ghosts();
      }
      brick::apply_boundary<at_time>(on.low(0), u, before);
      if (has_it) u.data()[on.offset_of(outside)] = -99;
      swap(u, other);
      brick::apply_boundary<at_time>(on.low(0), u, time);
      swap(u, other);
      u.exchange_ghosts();
      if (!has_it) continue;
      const bool is_same = time == before && std::signbit(time) == std::signbit(before);
      const double value = std::exchange(u.data()[on.offset_of(outside)], time);
      EXPECT_EQ(value, is_same ? -99 : time) << before << " and " << time;
      EXPECT_TRUE(is_same || std::signbit(value) == std::signbit(time)) << before << " and " << time;
    }
  }
}

void deep(brick::out<double, 2> u, brick::in<double, 2> v) { u(0, 0) = v(3, 0); }
void deep_below(brick::out<double, 2> u, brick::in<double, 2> v) { u(0, 0) = v(-3, 0); }
void along(brick::out<double, 2> u, brick::in<double, 2> v) { u(0, 0) = v(0, 3); }
void outward(brick::out<double, 2> u, brick::in<double, 2> v) { u(0, 0) = v(-2, 0); }
void corner(brick::out<double, 2> u, brick::in<double, 2> v, brick::point<2> p) { u(0, 0) = v(0, p[1] < 0 ? -2 : 0); }

TEST(BoundaryKernel, ErrorsNameTheFieldAndTheCell) {
  if (program().size() > 1) return; // a kernel that throws ends the program
  const std::string deeper = "reaches (2, 2) cells, the halo, along the side and into the domain; set .halo";
  for (const grid<2>& on : both_grids({ghost, periodic})) {
    field<double, 2> u(on, "u"), v(on, "v");
    const std::string message = message_of([&] { brick::apply_boundary<deep>(on.low(0), u, v); });
    const std::string start = "a boundary kernel reads field v at offset (3, 0) from cell (-1, "; // any thread's
    EXPECT_EQ(message.substr(0, start.size()), start);
    EXPECT_NE(message.find(deeper), std::string::npos) << message;
    const std::string high = message_of([&] { brick::apply_boundary<deep_below>(on.high(0), u, v); });
    EXPECT_NE(high.find(deeper), std::string::npos) << high;
    const std::string side = message_of([&] { brick::apply_boundary<along>(on.low(0), u, v); });
    EXPECT_NE(side.find(deeper), std::string::npos) << side;
    const std::string out = message_of([&] { brick::apply_boundary<outward>(on.low(0), u, v); });
    EXPECT_NE(out.find("where no cell is kept on axis 0: ghost zones are (2, 2) cells deep"), std::string::npos) << out;
  }
}

TEST(BoundaryKernel, ADeeperHaloIsNotAdvisedWhereItDoesNotHelp) {
  if (program().size() > 1) return;
  for (const grid<2>& on : both_grids({ghost, ghost})) {
    field<double, 2> u(on, "u"), v(on, "v");
    const std::string message = message_of([&] { brick::apply_boundary<corner>(on.low(0), u, v); });
    EXPECT_NE(message.find("where no cell is kept on axis 1"), std::string::npos) << message;
  }
  const grid<2> thin(program(), {.cells = {1, 40}, .boundary = ghost, .halo = {4, 4}});
  field<double, 2> u(thin, "u"), v(thin, "v");
  for (const std::string& message : {message_of([&] { brick::apply_boundary<deep>(thin.low(0), u, v); }),
                                     message_of([&] { brick::apply_boundary<deep_below>(thin.high(0), u, v); })})
    EXPECT_NE(message.find("where no cell is kept on axis 0"), std::string::npos) << message;
}

TEST(BoundaryKernel, RefusedWhereTheSideIsOfAnotherKind) {
  for (const grid<2>& on : both_grids({{ghost, neumann}, periodic})) {
    field<double, 2> u(on, "u"), v(on, "v");
    EXPECT_NE(message_of([&] {
                brick::apply_boundary<deep>(on.high(0), u, v);
              }).find("the high side of axis 0 of field u has another boundary than brick::ghost"),
              std::string::npos);
    EXPECT_NE(message_of([&] { brick::apply_boundary<inlet<1, 1>>(on.low(1), u, u, v, t); }).find("of field u has"),
              std::string::npos);
    EXPECT_EQ(message_of([&] { (void)on.low(2); }), "a grid of 2 dimensions has no axis 2");
  }
}

} // namespace
