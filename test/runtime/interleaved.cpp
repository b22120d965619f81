// SPDX-License-Identifier: MIT
// Interleaved fields against fields of their own: the same cells and ghost zones, in fewer messages.
#include "brick/interleaved.hpp"

#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::dirichlet;
using brick::field;
using brick::ghost;
using brick::grid;
using brick::interleaved;
using brick::neumann;
using brick::periodic;
using brick::point;

constexpr brick::step_plan<2> plan{.brick = {4, 8}, .halo = {2, 2}};

std::vector<grid<2>> both_grids(const brick::index<2>& cells, const brick::boundaries<2>& boundary) {
  const brick::grid_options<2> options{.cells = cells, .boundary = boundary, .halo = plan.halo};
  std::vector<grid<2>> grids{grid<2>(program(), options)};
  for (const brick::strategy how :
       {brick::strategy::shared, brick::strategy::memmap, brick::strategy::layout, brick::strategy::basic}) {
    brick::step_plan<2> wanted = plan;
    wanted.exchange = how;
    grids.emplace_back(program(), options, wanted);
  }
  return grids;
}

double number(const point<2>& p) { return static_cast<double>(1000 * p[0] + p[1]); }

/// Ghost cells too, corners included.
template <class F> void for_each_cell(const field<double, 2>& u, F&& f) {
  const grid<2>& on = u.grid();
  brick::box<2> zone = on.own_cells();
  if (brick::empty(zone)) return;
  for (int a = 0; a < 2; ++a) {
    zone.low[a] -= on.ghost_depth()[a];
    zone.high[a] += on.ghost_depth()[a];
  }
  brick::for_each_in<2>(zone, [&](const brick::index<2>& cell) { f(cell, u.data()[u.offset_of(cell)]); });
}

void expect_same(const field<double, 2>& u, const field<double, 2>& expected) {
  for_each_cell(expected, [&](const brick::index<2>& cell, double value) {
    ASSERT_EQ(u.data()[u.offset_of(cell)], value)
        << u.name() << " at " << brick::to_string(cell) << ", " << u.grid().describe();
  });
}

const std::vector<brick::index<2>> sizes{{8, 16}, {17, 40}, {24, 24}, {5, 9}};

/// Boundaries of the fields, on the same axes periodic.
const std::vector<std::pair<brick::boundaries<2>, brick::boundaries<2>>> walls{
    {periodic, periodic},
    {{dirichlet(1), neumann}, {neumann, dirichlet(-3)}},
    {{periodic, {dirichlet(2), ghost}}, {periodic, {neumann, dirichlet(4)}}},
};

TEST(Interleaved, HoldWhatFieldsOfTheirOwnDo) {
  for (const brick::index<2>& cells : sizes)
    for (const auto& [first, second] : walls)
      for (const grid<2>& on : both_grids(cells, first)) {
        interleaved<double, 2> q(on, {"a", {"b", {.boundary = second}}, "c"});
        field<double, 2> a(on, "a"), b(on, "b", {.boundary = second}), c(on, "c");
        const std::vector<field<double, 2>*> own{&a, &b, &c};
        for (std::size_t i = 0; i < q.size(); ++i)
          for (field<double, 2>* each : {&q[i], own[i]})
            each->fill([&](const point<2>& p) { return number(p) * static_cast<double>(i + 1); });
        // One exchange is one of all; walls are those of each field.
        q[1].exchange_ghosts();
        EXPECT_TRUE(q[0].ghosts_valid() && q[2].ghosts_valid());
        for (std::size_t i = 0; i < q.size(); ++i) {
          q[i].exchange_ghosts();
          own[i]->exchange_ghosts();
          expect_same(q[i], *own[i]);
        }
        // The next exchange overwrites walls of fields that do not need it.
        q[2].fill(7.0);
        c.fill(7.0);
        q[2].exchange_ghosts();
        c.exchange_ghosts();
        for (std::size_t i = 0; i < q.size(); ++i) {
          q[i].exchange_ghosts();
          expect_same(q[i], *own[i]);
          EXPECT_EQ(q[i].gather(), own[i]->gather());
        }
        EXPECT_EQ(q[1].value({3, 4}), b.value({3, 4}));
      }
}

TEST(Interleaved, NeedTheMessagesOfOneField) {
  for (const grid<2>& on : both_grids({32, 48}, periodic)) {
    const interleaved<double, 2> q(on, {"a", "b", "c", "d"});
    const field<double, 2> alone(on, "alone");
    EXPECT_EQ(q[2].messages_per_exchange(), alone.messages_per_exchange()) << on.describe();
    // Regions of memmap are padded to pages, which four bricks fill better than one.
    if (on.exchange() == brick::strategy::memmap)
      EXPECT_LE(q[2].bytes_per_exchange(), 4 * alone.bytes_per_exchange());
    else
      EXPECT_EQ(q[2].bytes_per_exchange(), 4 * alone.bytes_per_exchange()) << on.describe();
    const auto exchanges = [] { return program().state()->metrics.exchanges; };
    const std::int64_t before = exchanges();
    for (const field<double, 2>& each : q)
      each.exchange_ghosts();
    EXPECT_EQ(exchanges(), before + 1);
  }
}

TEST(Interleaved, ViewsOfHostProgramsSeeOneField) {
  for (const grid<2>& on : both_grids({17, 40}, periodic)) {
    interleaved<double, 2> q(on, {"a", "b"});
    q[0].fill(5.0);
    std::vector<double> values;
    for (int i = 0; i < 17 * 40; ++i)
      values.push_back(i);
    q[1].scatter(values);
    const std::vector<double> gathered = q[1].gather();
    if (program().rank() == 0) EXPECT_EQ(gathered, values);
    q[0].for_each([](const point<2>&, double value) { ASSERT_EQ(value, 5.0); });
    q[1].for_each([](const point<2>& p, double value) { ASSERT_EQ(value, static_cast<double>(40 * p[0] + p[1])); });
  }
}

TEST(Interleaved, SwapWithEquallyManyOthers) {
  for (const grid<2>& on : both_grids({17, 40}, periodic)) {
    interleaved<double, 2> q(on, {"a", "b"}), next(on, {"a'", "b'"});
    field<double, 2> alone(on, "alone");
    q[0].fill(1.0), q[1].fill(2.0), next[0].fill(3.0), next[1].fill(4.0);
    swap(q[0], next[1]);
    q[0].exchange_ghosts();
    for_each_cell(q[0], [](const brick::index<2>&, double value) { ASSERT_EQ(value, 4.0); });
    EXPECT_FALSE(q[1].ghosts_valid());
    EXPECT_TRUE(next[0].ghosts_valid()); // it shares the storage that came
    next[1].exchange_ghosts();
    for_each_cell(next[1], [](const brick::index<2>&, double value) { ASSERT_EQ(value, 1.0); });
    EXPECT_EQ(message_of([&] { swap(alone, q[1]); }),
              "swap(alone, b): the first has a storage of 1 interleaved fields, the second one of 2");
  }
}

TEST(Interleaved, WrittenWhileMessagesTravelAreStale) {
  for (const grid<2>& on : both_grids({17, 40}, periodic)) {
    interleaved<double, 2> q(on, {"a", "b"});
    brick::exchange_handle messages = q[0].start_ghosts();
    EXPECT_FALSE(q[1].start_ghosts());
    q[1].invalidate_ghosts();
    q[0].finish_ghosts(messages);
    EXPECT_TRUE(q[0].ghosts_valid());
    EXPECT_FALSE(q[1].ghosts_valid());
  }
}

TEST(Interleaved, FieldsOutliveTheGroup) {
  for (const grid<2>& on : both_grids({17, 40}, periodic)) {
    const field<double, 2> kept = [&] {
      interleaved<double, 2> q(on, {"a", "b"});
      q[1].fill(number);
      return std::move(q[1]);
    }();
    kept.exchange_ghosts();
    kept.for_each([](const point<2>& p, double value) { ASSERT_EQ(value, number(p)); });
    EXPECT_EQ(kept.interleaved_fields(), 2);
  }
}

TEST(Interleaved, ErrorsNameTheFields) {
  const grid<2> on = both_grids({17, 40}, periodic)[0];
  EXPECT_EQ(message_of([&] { interleaved<double, 2> none(on, {}); }), "brick::interleaved: no field is named");
  const interleaved<double, 2> q(on, {"a", "b"});
  EXPECT_EQ(message_of([&] { (void)q[2]; }), "brick::interleaved: there is no field 2 among 2");
}

} // namespace
