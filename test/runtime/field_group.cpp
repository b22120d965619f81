// The fields that are found in structs and arrays. SPDX-License-Identifier: MIT
#include "brick/field_group.hpp"

#include <any>
#include <atomic>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "main_mpi.hpp"

namespace {

using field2 = brick::field<double, 2>;
using field3 = brick::field<float, 3>;
using brick::detail::dimensions_in;

struct numbers {
  double a;
  int b[3];
};
struct owner {
  std::string name;
  std::unique_ptr<int> more;
  numbers values;
  std::vector<double> history;
  field3 u, v;
};
struct references {
  numbers values;
  const field2& u;
  field2& v;
};
struct nested {
  numbers values;
  std::array<owner, 2> owners;
};
struct fieldless {
  std::string name;
  std::unique_ptr<int> more;
};
class constructed {
public:
  explicit constructed(const brick::grid<2>& grid) : u(grid, "hidden") {}
  auto fields() const { return std::tie(u); }

private:
  field2 u;
};
struct sixteen {
  std::unique_ptr<int> a, b, c, d, e, f, g, h, i, j, k, l, m, n, o;
  field2 u;
};

/// Members that cannot be moved, and own fields beside references to others.
struct shared {
  std::mutex guard;
  const std::atomic<int> steps;
  volatile int flag;
  const field2 u;
  field2& v;
  const std::string& name;
  std::function<void()> told;
  std::any more;
  std::optional<double> limit;
};

/// What cannot be taken apart may stand beside fields.
struct odd : numbers {
  std::string name;
  char buffer[16];
};
struct long_one {
  std::string name;
  int a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p;
};
struct empty {};
struct derived : empty {
  std::string name;
};
struct derived_of_one : fieldless {
  std::string also;
};
struct beside_odd {
  odd first;
  std::array<field3, 0> none;
  field2 u;
  odd last;
};
struct nested_beside_odd {
  odd first;
  long_one second;
  derived third;
  derived_of_one fourth;
  std::array<odd, 2> fifth;
  shared inner;
};

static_assert(dimensions_in<shared&>::value == 2);
static_assert(dimensions_in<nested_beside_odd&>::value == 2);
static_assert(dimensions_in<odd&>::value == 0);
static_assert(dimensions_in<derived&>::value == 0);
static_assert(dimensions_in<derived_of_one&>::value == 0);
static_assert(dimensions_in<beside_odd&>::value == 2);
static_assert(dimensions_in<field2>::value == 2);
static_assert(dimensions_in<const field3&>::value == 3);
static_assert(dimensions_in<owner&>::value == 3);
static_assert(dimensions_in<const owner&>::value == 3);
static_assert(dimensions_in<references>::value == 2);
static_assert(dimensions_in<nested&>::value == 3);
static_assert(dimensions_in<const constructed&>::value == 2);
static_assert(dimensions_in<sixteen&>::value == 2);
static_assert(dimensions_in<std::array<field2, 3>&>::value == 2);
static_assert(dimensions_in<fieldless&>::value == 0);
static_assert(dimensions_in<numbers>::value == 0);
static_assert(dimensions_in<double>::value == 0);
static_assert(dimensions_in<std::array<double, 8>>::value == 0);
static_assert(dimensions_in<std::tuple<double, numbers, owner&>>::value == 3);
static_assert(dimensions_in<std::pair<double&, field2&>>::value == 2);

TEST(FieldGroup, FirstField) {
  const brick::grid<2> grid(program(), {.cells = {8, 8}});
  field2 u(grid, "u"), v(grid, "v");
  const references both{{}, u, v};
  EXPECT_EQ(&brick::detail::first_field_of(1.0, numbers{}, both), &u);
  const std::array<field2, 2> two{field2(grid, "first"), field2(grid, "second")};
  EXPECT_EQ(&brick::detail::first_field_of(two, both), two.data());
  EXPECT_EQ(&brick::detail::first_field_of(two, u), &u);
  const constructed hidden(grid);
  EXPECT_EQ(brick::detail::first_field_of(hidden).name(), "hidden");
  const beside_odd odds{{}, {}, field2(grid, "beside"), {}};
  EXPECT_EQ(&brick::detail::first_field_of(odds), &odds.u);
  const shared own{{}, 0, 0, field2(grid, "own"), v, odds.first.name, {}, {}, {}};
  EXPECT_EQ(&brick::detail::first_field_of(own), &own.u);
  const fieldless none{};
  EXPECT_EQ(&brick::detail::first_field_of(none, v), &v);
}

} // namespace
