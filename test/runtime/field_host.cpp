// SPDX-License-Identifier: MIT
// Fields and the host program: single values, arrays of the user's, values from one rank, several types on one grid,
// and what happens to the memory of a field that is gone.
#include <array>
#include <cstdint>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "brick/field.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using brick::box;
using brick::field;
using brick::grid;
using brick::index;
using brick::point;

const index<3> cells{18, 24, 40};

double number(const point<3>& p) { return static_cast<double>((p[0] * cells[1] + p[1]) * cells[2] + p[2]); }

std::vector<grid<3>> both_grids() {
  return {grid<3>(program(), {.cells = cells}),
          grid<3>(program(), {.cells = cells}, {.brick = {4, 4, 8}, .halo = {1, 1, 1}, .element_bytes = 4})};
}

TEST(FieldHost, AValueIsThereOnAllRanks) {
  for (const grid<3>& on : both_grids()) {
    field<float, 3> u(on, "u");
    u.fill(number);
    for (const index<3>& cell : {index<3>{0, 0, 0}, {17, 23, 39}, {9, 12, 8}})
      EXPECT_EQ(u.value(cell), static_cast<float>(number({cell})));
    EXPECT_EQ(message_of([&] { (void)u.value({0, 24, 0}); }),
              "field u: value: cell 0x24x0 is not among the 18x24x40 of the domain");
    if (program().size() > 1)
      EXPECT_NE(message_of([&] { (void)u.value({program().rank(), 0, 0}); }).find("different cells"),
                std::string::npos);
  }
}

TEST(FieldHost, ScatterIsTheOppositeOfGather) {
  const box<3> part{{2, 3, 5}, {11, 24, 33}};
  for (const grid<3>& on : both_grids())
    for (int root : {0, program().size() - 1}) {
      field<double, 3> u(on, "u");
      const bool here = program().rank() == root;
      std::vector<double> all(here ? static_cast<std::size_t>(brick::product(cells)) : 0);
      std::iota(all.begin(), all.end(), 0.0);
      u.scatter(all, root);
      EXPECT_FALSE(u.ghosts_valid());
      u.for_each([](const point<3>& p, double value) { ASSERT_EQ(value, number(p)); });
      u.scatter(part, std::vector<double>(here ? static_cast<std::size_t>(brick::volume(part)) : 0, -1.0), root);
      u.for_each([&](const point<3>& p, double value) {
        ASSERT_EQ(value, contains(part, p.cell) ? -1.0 : number(p)) << on.describe();
      });
      EXPECT_NE(message_of([&] { u.scatter(part, std::vector<double>(7), root); }).find("7 values for 9x21x28 cells"),
                std::string::npos);
      EXPECT_NE(message_of([&] { u.scatter(all, program().size()); }).find("there is no rank"), std::string::npos);
    }
}

/// What the language has of views, in turn: a call, a subscript of an array, several subscripts.
template <class T, bool Calls> struct view {
  T* values;
  index<3> extents;
  [[nodiscard]] std::int64_t extent(int axis) const { return extents[axis]; }
  T& operator()(std::int64_t i, std::int64_t j, std::int64_t k) const
    requires Calls
  {
    return values[(i * extents[1] + j) * extents[2] + k];
  }
  T& operator[](const index<3>& i) const
    requires(!Calls)
  {
    return values[(i[0] * extents[1] + i[1]) * extents[2] + i[2]];
  }
};

template <bool Calls> void copy_there_and_back(const grid<3>& on) {
  const index<3> extents = brick::shape(on.own_cells());
  std::vector<float> values(static_cast<std::size_t>(brick::product(extents)));
  std::iota(values.begin(), values.end(), 1.0F);
  field<double, 3> u(on, "u");
  u.exchange_ghosts();
  u.copy_from(view<const float, Calls>{values.data(), extents});
  EXPECT_FALSE(u.ghosts_valid());
  u.for_each([&](const point<3>& p, double value) {
    ASSERT_EQ(value, 1.0 + static_cast<double>(brick::position_in<3>(on.own_cells(), p.cell)));
  });
  std::vector<double> back(values.size());
  u.copy_to(view<double, Calls>{back.data(), extents});
  EXPECT_TRUE(std::equal(back.begin(), back.end(), values.begin()));
}

TEST(FieldHost, CopiesFromAndToViews) {
  for (const grid<3>& on : both_grids()) {
    copy_there_and_back<true>(on);
    copy_there_and_back<false>(on);
  }
}

/// An array of the user's whose elements can be reached only where it is not constant.
struct own_array {
  index<3> extents;
  std::vector<double> values;

  std::int64_t extent(int axis) const { return extents[axis]; }
  double& operator()(std::int64_t i, std::int64_t j, std::int64_t k) {
    return values[static_cast<std::size_t>((i * extents[1] + j) * extents[2] + k)];
  }
};

TEST(FieldHost, CopiesFromArraysThatAreNotConstant) {
  for (const grid<3>& on : both_grids()) {
    const index<3> extents = brick::shape(on.own_cells());
    own_array from{extents, std::vector<double>(static_cast<std::size_t>(extents[0] * extents[1] * extents[2]))};
    std::iota(from.values.begin(), from.values.end(), 1.0);
    field<double, 3> u(on, "u");
    u.copy_from(from);
    own_array back{extents, std::vector<double>(from.values.size())};
    u.copy_to(back);
    EXPECT_EQ(back.values, from.values);
  }
}

TEST(FieldHost, ViewsOfOtherExtentsAreRefusedOnAllRanks) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> u(on, "u");
    index<3> extents = brick::shape(on.own_cells());
    if (program().rank() == 0) extents[1] += 1;
    const std::string message = message_of([&] { u.copy_from(view<double, true>{u.data(), extents}); });
    EXPECT_EQ(message.substr(0, 20), "field u: copy_from: ");
    EXPECT_NE(message.find("a view of "), std::string::npos) << message;
  }
}

TEST(FieldHost, FieldsOfSeveralTypesOnOneGrid) {
  for (const grid<3>& on : both_grids()) {
    field<double, 3> d(on, "d");
    field<float, 3> f(on, "f");
    field<std::int32_t, 3> i(on, "i");
    field<std::int64_t, 3> l(on, "l");
    const auto check = [&](auto& u) {
      u.fill(number);
      u.exchange_ghosts();
      EXPECT_EQ(u.exchange_used(), on.exchange()) << u.exchange_fallback();
      box<3> zone = on.own_cells();
      if (brick::empty(zone)) return;
      for (int a = 0; a < 3; ++a) {
        --zone.low[a];
        ++zone.high[a];
      }
      brick::for_each_in(zone, [&](const index<3>& cell) {
        point<3> p{cell};
        for (int a = 0; a < 3; ++a)
          p.cell[a] = (p.cell[a] + cells[a]) % cells[a];
        ASSERT_EQ(static_cast<double>(u.data()[on.offset_of(cell)]), number(p));
      });
    };
    check(d);
    check(f);
    check(i);
    check(l);
  }
}

TEST(FieldHost, MemoryOfAFieldThatIsGoneServesTheNext) {
  for (const grid<3>& on : both_grids()) {
    std::optional<field<double, 3>> first(std::in_place, on, "first");
    first->fill(7);
    first->exchange_ghosts();
    const double* const where = first->data();
    first.reset();
    const field<float, 3> other(on, "other");
    field<double, 3> second(on, "second");
    EXPECT_EQ(second.data(), where);
    EXPECT_FALSE(second.ghosts_valid());
    second.for_each([](const point<3>&, double value) { ASSERT_EQ(value, 0); });
    second.fill(number);
    second.exchange_ghosts();
    EXPECT_TRUE(second.ghosts_valid());
    if (!brick::empty(on.own_cells())) {
      index<3> beyond = on.own_cells().low;
      beyond[0] -= 1;
      const point<3> wrapped{{(beyond[0] + cells[0]) % cells[0], beyond[1], beyond[2]}};
      EXPECT_EQ(second.data()[on.offset_of(beyond)], number(wrapped));
    }
  }
}

TEST(FieldHost, FieldsThatAreGoneOnSomeRanksOnly) {
  for (const grid<3>& on : both_grids()) {
    std::optional<field<double, 3>> u(std::in_place, on, "u");
    if (program().rank() == 0) u.reset();
    field<double, 3> v(on, "v");
    v.fill(number);
    v.exchange_ghosts();
    EXPECT_EQ(v.value({1, 2, 3}), number({{1, 2, 3}}));
  }
}

TEST(FieldHost, AssignedFieldsGiveTheirMemoryBack) {
  const std::vector<grid<3>> grids = both_grids();
  field<double, 3> u(grids[0], "u"), v(grids[1], "v");
  v.fill(3);
  u = std::move(v);
  EXPECT_EQ(u.name(), "v");
  EXPECT_EQ(u.value({5, 5, 5}), 3);
  EXPECT_THROW(v.fill(1), brick::error);
}

} // namespace
