// SPDX-License-Identifier: MIT
// Windows: the cells a kernel may reach, from every position in every brick, against indexing by hand.
#include "torus.hpp"
#include <algorithm>
#include <array>
#include <brick/kernel.hpp>
#include <gtest/gtest.h>
#include <memory>
#include <numeric>
#include <set>
#include <tuple>
#include <type_traits>

namespace {

/// A periodic domain whose cells hold their numbers; between its bricks lie those of two other fields.
template <int... Extent> struct Numbered {
  using shape = brick::brick_shape<Extent...>;
  Torus torus{{Extent...}};
  struct alignas(64) Line {
    double cells[8];
  };
  std::int64_t stride = 3 * torus.cells_per_brick;
  std::vector<Line> lines = std::vector<Line>(stride * torus.brick_count / 8 + 1);
  double* cells = lines.front().cells;

  Numbered() {
    for (int i = 0; i < torus.cell_count(); ++i)
      at(torus.storage_index(coordinates(i, torus.domain))) = i;
  }
  double& at(int i) { return cells[i / torus.cells_per_brick * stride + i % torus.cells_per_brick]; }
  brick::sweep_range range() const { return {nullptr, 0, torus.adjacency.data(), nullptr, &stride}; }
};

template <int... Axis> auto as_tuple(const std::vector<int>& at, std::integer_sequence<int, Axis...>) {
  return std::make_tuple(at[Axis]...);
}

/// A load at `Offset`, directly or, where there is one, through the plane that the row is in.
template <class Window, int Offset> auto loads_at(const Window& at, int cell) {
  return std::array{at.template load<Offset>(cell)};
}
template <class Window, int Slowest, int... Offset, class... Int>
auto loads_at(const Window& at, int slowest, Int... cell) {
  const auto plane = [&]<int... Code>(std::integer_sequence<int, Code...>) {
    return at.template plane<Slowest, Code...>(slowest);
  }(std::make_integer_sequence<int, sizeof...(Offset) == 1 ? 3 : 9>());
  return std::array{at.template load<Slowest, Offset...>(slowest, cell...), plane.template load<Offset...>(cell...),
                    plane.template reach<Offset...>(cell...)};
}

/// Loads at `Offset` from every vector of every brick.
template <int Lanes, int... Offset, int... Extent> void check_offset(const Numbered<Extent...>& field) {
  const Torus& torus = field.torus;
  using window = brick::window<const double, brick::brick_shape<Extent...>, Lanes>;
  for (int i = 0; i < torus.cell_count(); i += Lanes) {
    std::vector<int> cell = coordinates(i, torus.domain), brick = cell, inside = cell, reached = cell;
    const int offset[] = {Offset...};
    for (std::size_t a = 0; a < cell.size(); ++a) {
      brick[a] = cell[a] / torus.brick[a];
      inside[a] = cell[a] % torus.brick[a];
      reached[a] = cell[a] + offset[a];
    }
    const window at(field.cells, field.range(), 0, torus.brick_id(brick));
    const auto loads = std::apply([&](auto... c) { return loads_at<window, Offset...>(at, c...); },
                                  as_tuple(inside, std::make_integer_sequence<int, sizeof...(Extent)>()));
    for (int lane = 0; lane < Lanes; ++lane, ++reached.back())
      for (const auto& loaded : loads)
        ASSERT_EQ(loaded[lane], number(reached, torus.domain)) << "from cell " << i << ", lane " << lane;
  }
}

template <int... I> using ints = std::integer_sequence<int, I...>;

TEST(Window, OneAxis) {
  const Numbered<16> field;
  [&]<int... I>(ints<I...>) { (check_offset<2, 2 * (I - 8)>(field), ...); }(std::make_integer_sequence<int, 17>());
}

TEST(Window, TwoAxes) {
  const Numbered<5, 8> field; // 5: no power of two
  [&]<int... I>(ints<I...>) {
    (check_offset<4, I % 7 - 3, 4 * (I / 7 - 2)>(field), ...);
  }(std::make_integer_sequence<int, 35>());
}

TEST(Window, ThreeAxes) {
  const Numbered<3, 4, 8> field;
  [&]<int... I>(ints<I...>) {
    (check_offset<4, 3 * (I % 3 - 1), 2 * (I / 3 % 3 - 1), 4 * (I / 9 - 1)>(field), ...);
  }(std::make_integer_sequence<int, 27>());
  check_offset<4, -1, 4, 8>(field);
  check_offset<4, 2, -1, 0>(field);
}

/// Rows and planes that begin outside the brick, where shared values are computed.
TEST(Window, ReachesFromBesideTheBrick) {
  const Numbered<3, 4, 8> field;
  const Torus& torus = field.torus;
  using window = brick::window<const double, brick::brick_shape<3, 4, 8>, 4>;
  for (int brick = 0; brick < torus.brick_count; ++brick) {
    const window at(field.cells, field.range(), 0, brick);
    std::vector<int> first;
    for (int axis = 0; axis < 3; ++axis)
      first.push_back(static_cast<int>(torus.lattice[brick * 3 + axis]) * torus.brick[axis]);
    for (int z = -2; z < 5; ++z) {
      const auto plane = at.plane<1, 0, 1, 2, 3, 4, 5, 6, 7, 8>(z);
      for (int y = -2; y < 5; ++y)
        for (int x = 0; x < 8; x += 4)
          ASSERT_EQ((plane.reach<-1, 4>(y, x)[0]),
                    number({first[0] + z + 1, first[1] + y - 1, first[2] + x + 4}, torus.domain));
    }
  }
}

/// What a sweep fetches, for bricks of 4 x 4 rows of one cache line.
class BricksAhead : public testing::Test {
protected:
  using shape = brick::brick_shape<4, 4, 8>;
  using lines = std::multiset<const char*>;

  BricksAhead() { std::iota(order.rbegin(), order.rend(), 0); }

  using far = brick::reach<1, 2>;
  using near = brick::reach<1, 1>;
  static constexpr brick::fetch_rules second = brick::fetch_second_level, first = brick::fetch_first_level,
                                      second_twice = brick::fetch_second_level_twice,
                                      first_of_large = brick::fetch_first_of_large_levels,
                                      second_of_large = brick::fetch_second_of_large_levels;

  /// At the brick at that position of the order, with all its planes.
  template <brick::fetch_rules Rules, brick::sweep_order Order, class Slow = far, class Fast = near>
  lines fetched(std::size_t position) {
    brick::sweep_range range = field.range();
    range.bricks = order.data();
    range.count = field.torus.brick_count;
    using middle = std::conditional_t<Slow::within(1), brick::reach<1, 1>, brick::reach<2, 1>>;
    using ahead = brick::bricks_ahead<Rules, double, shape, Order, Slow, middle, Fast>;
    const ahead bricks(field.cells, range, 0, &order[position]);
    lines result;
    for (int z = 0; z < 4; ++z)
      for (int y = 0; y < 4; ++y)
        bricks.for_each_line(z, y, [&](const char* line) { result.insert(line); });
    return result;
  }

  /// That row of the brick in that direction of the one at that position of the order.
  const char* row(int position, int direction, int z, int y) {
    const auto brick = static_cast<std::size_t>(order[static_cast<std::size_t>(position)]);
    const std::int64_t id = field.torus.adjacency[brick * 27 + static_cast<std::size_t>(direction)];
    return reinterpret_cast<const char*>(field.cells + id * field.stride + (z * 4 + y) * 8);
  }

  Numbered<4, 4, 8> field;
  std::vector<std::int32_t> order = std::vector<std::int32_t>(static_cast<std::size_t>(field.torus.brick_count));
};

TEST_F(BricksAhead, InPatchesTheBrickBehindIsNew) {
  lines earlier, later;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y) {
      earlier.insert({row(4, 13, z, y), row(4, 22, z, y)});
      later.insert({row(1, 13, z, y), row(1, 22, z, y)});
    }
    earlier.insert({row(4, 10, z, 2), row(4, 10, z, 3), row(4, 16, z, 0)});
    later.insert({row(1, 10, z, 2), row(1, 10, z, 3), row(1, 16, z, 0)});
    earlier.insert(row(4, 4, 3, z));
  }
  EXPECT_EQ((fetched<second, brick::sweep_order::patches>(0)), earlier);
  EXPECT_EQ((fetched<first, brick::sweep_order::patches>(0)), later);
}

TEST_F(BricksAhead, OfTheNextCellsLinesAreFetchedOnce) {
  lines earlier, later;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y) {
      earlier.insert(row(4, 13, z, y));
      later.insert(row(3, 13, z, y));
    }
    earlier.insert({row(4, 10, z, 3), row(4, 16, z, 0)});
    later.insert({row(3, 10, z, 3), row(3, 16, z, 0)});
    earlier.insert(row(4, 22, 0, z)); // a share of the one plane that is read with each of ours
    later.insert(row(3, 22, 0, z));
  }
  EXPECT_EQ((fetched<second, brick::sweep_order::patches, near>(0)), earlier);
  EXPECT_EQ((fetched<first, brick::sweep_order::patches, near>(0)), later);
}

TEST_F(BricksAhead, LinesOfTheNextCellsCanBeFetchedTwice) {
  lines all;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y)
      all.insert({row(4, 13, z, y), row(4, 22, z, y)});
    all.insert({row(4, 10, z, 3), row(4, 16, z, 0), row(4, 4, 3, z)});
  }
  EXPECT_EQ((fetched<second_twice, brick::sweep_order::patches, near>(0)), all);
}

/// In both ways of fetching, planes of the layer before are fetched once more.
TEST_F(BricksAhead, IntoALargeCacheLinesOfTwoCellsAreFetchedOnceToo) {
  lines own;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y)
      own.insert(row(4, 13, z, y));
    own.insert({row(4, 10, z, 2), row(4, 10, z, 3), row(4, 16, z, 0), row(4, 4, 3, z)});
    own.insert(
        {row(4, 22, z / 2, z % 2 * 2), row(4, 22, z / 2, z % 2 * 2 + 1)}); // of two planes that are read, half a one
  }
  EXPECT_EQ((fetched<second_of_large, brick::sweep_order::patches>(0)), own);

  lines next = fetched<second, brick::sweep_order::patches, near>(0);
  for (int z = 0; z < 4; ++z)
    next.insert(row(4, 4, 3, z));
  EXPECT_EQ((fetched<second_of_large, brick::sweep_order::patches, near>(0)), next);
}

TEST_F(BricksAhead, WhereBothCachesAreLargeTheLayerBeforeIsFetchedAgain) {
  constexpr auto patches = brick::sweep_order::patches, columns = brick::sweep_order::columns;
  lines once = fetched<first, patches, near>(0), twice = fetched<first, patches>(1); // one position earlier
  for (int z = 0; z < 4; ++z) {
    once.insert(row(3, 4, 3, z));
    twice.insert(row(2, 4, 3, z));
  }
  EXPECT_EQ((fetched<first_of_large, patches, near>(0)), once);
  EXPECT_EQ((fetched<first_of_large, patches>(0)), twice);
  EXPECT_EQ((fetched<first_of_large, columns>(0)), (fetched<first, columns>(0)));
}

TEST_F(BricksAhead, WhatIsNotReadBehindIsNewWhenTheSweepComesToIt) {
  lines earlier, later, beside;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y) {
      earlier.insert(row(4, 13, z, y));
      later.insert(row(3, 13, z, y));
      beside.insert(row(1, 13, z, y));
    }
    earlier.insert({row(4, 10, z, 3), row(4, 16, z, 0)});
    later.insert({row(3, 10, z, 3), row(3, 16, z, 0)});
    beside.insert({row(1, 10, z, 3), row(1, 16, z, 0)});
  }
  using point = brick::reach<0, 0>;
  constexpr auto patches = brick::sweep_order::patches;
  EXPECT_EQ((fetched<second, patches, point>(0)), earlier);
  EXPECT_EQ((fetched<first, patches, point>(0)), later); // its first column is read one position before
  EXPECT_EQ((fetched<first, patches, point, point>(0)), beside);
}

TEST_F(BricksAhead, InColumnsTheOneBesideItIsNew) {
  lines earlier, later;
  for (int z = 0; z < 4; ++z) {
    for (int y = 0; y < 4; ++y) {
      earlier.insert(row(4, 14, z, y));
      later.insert(row(1, 14, z, y));
    }
    earlier.insert({row(4, 11, z, 2), row(4, 11, z, 3), row(4, 17, z, 0)});
    later.insert({row(1, 11, z, 2), row(1, 11, z, 3), row(1, 17, z, 0)});
  }
  EXPECT_EQ((fetched<second, brick::sweep_order::columns>(0)), earlier);
  EXPECT_EQ((fetched<first, brick::sweep_order::columns>(0)), later);
}

TEST_F(BricksAhead, EveryRowHasItsShare) {
  using ahead = brick::bricks_ahead<brick::fetch_second_level, double, shape, brick::sweep_order::patches,
                                    brick::reach<0, 0>, brick::reach<1, 2>, brick::reach<0, 0>>;
  const brick::sweep_range range = [this] {
    brick::sweep_range all = field.range();
    all.bricks = order.data();
    all.count = field.torus.brick_count;
    return all;
  }();
  const ahead bricks(field.cells, range, 0, order.data());
  std::vector<int> lines;
  for (int y = 0; y < 4; ++y) {
    lines.push_back(0);
    bricks.for_each_line(2, y, [&](const char*) { ++lines.back(); });
  }
  EXPECT_EQ(lines, (std::vector{3, 1, 1, 2})); // the plane's own with each row, the 3 beside it with the outermost
}

TEST_F(BricksAhead, TheLastBrickStandsForThoseBehindIt) {
  constexpr auto patches = brick::sweep_order::patches;
  EXPECT_EQ((fetched<second, patches>(order.size() - 5)), (fetched<second, patches>(order.size() - 1)));
  EXPECT_NE((fetched<second, patches>(order.size() - 6)), (fetched<second, patches>(order.size() - 1)));
}

TEST(BricksAheadOfTwoAxes, AllIsFetchedOfTheNextCellsToo) {
  const Numbered<4, 8> field;
  brick::sweep_range range = field.range();
  const std::int32_t only = 0;
  range.bricks = &only;
  range.count = 1;
  const brick::bricks_ahead<brick::fetch_second_level, double, brick::brick_shape<4, 8>, brick::sweep_order::patches,
                            brick::reach<1, 1>, brick::reach<1, 1>>
      bricks(field.cells, range, 0, &only);
  const auto row = [&](int direction, int y) {
    const double* const brick = field.cells + std::int64_t(field.torus.adjacency[direction]) * field.stride;
    return reinterpret_cast<const char*>(brick + y * 8);
  };
  std::multiset<const char*> fetched, expected;
  for (int y = 0; y < 4; ++y) {
    bricks.for_each_line(y, 0, [&](const char* line) { fetched.insert(line); });
    expected.insert({row(4, y), row(7, y)});
    expected.insert(row(1, 3) + 16 * y); // a share of its last row with each of ours
  }
  EXPECT_EQ(fetched, expected);
}

/// 20 planes and 22 rows in bricks of 8.
TEST(Window, SweepsComputeUpToTheEndOfTheDomain) {
  using shape = brick::brick_shape<8, 8>;
  const std::array<std::int64_t, 4> lattice{1, 1, 2, 2};
  const std::array<std::int64_t, 2> domain{20, 22};
  brick::sweep_range range{.lattice = lattice.data()};
  EXPECT_EQ((brick::computed<shape, 0>(range, 1)), 8) << "no domain, no end";
  range.domain = domain.data();
  EXPECT_EQ((brick::computed<shape, 0>(range, 0)), 8) << "inside";
  EXPECT_EQ((brick::computed<shape, 0>(range, 1)), 4);
  EXPECT_EQ((brick::computed<shape, 1>(range, 1)), 6);
  EXPECT_EQ((brick::computed<shape, 0, 4>(range, 1)), 4);
  EXPECT_EQ((brick::computed<shape, 1, 4>(range, 1)), 8);
}

TEST(Window, WritesTheBrickItStandsOn) {
  Numbered<2, 2, 4> field;
  const brick::window<double, brick::brick_shape<2, 2, 4>, 4> at(field.cells, field.range(), 0, 5);
  at.store<false>(brick::vec<double, 4>{-1, -2, -3, -4}, 1, 0, 0);
  for (int lane = 0; lane < 4; ++lane)
    EXPECT_EQ(field.at(5 * 16 + 8 + lane), -1 - lane);
}

/// How many cells of plane 1 are in memory after each of its vectors, and after the end; each has its cell's number.
template <bool Streaming, int Lanes = 4, int... Bytes> std::vector<int> cells_stored() {
  Numbered<2, 7, 8> field;
  const brick::window<double, brick::brick_shape<2, 7, 8>, Lanes> at(field.cells, field.range(), 0, 5);
  double* const plane = field.cells + 5 * field.stride + 56;
  std::fill_n(plane - 56, 2 * 56, -1);
  auto stores = at.template stores<Streaming, Bytes...>(1);
  std::vector<int> counts;
  const auto count = [&] {
    int stored = 0;
    for (; stored < 56 && plane[stored] == stored; ++stored) {
    }
    EXPECT_EQ(std::count(plane - 56, plane + 56, -1), 2 * 56 - stored);
    counts.push_back(stored);
  };
  for (int cell = 0; cell < 56; cell += Lanes) {
    brick::vec<double, Lanes> cells;
    for (int lane = 0; lane < Lanes; ++lane)
      cells[lane] = cell + lane;
    stores.store(cells, cell / 8, cell % 8);
    count();
  }
  stores.end();
  count();
  return counts;
}

TEST(PlaneStores, GoPastTheCachesSomeLinesAtATime) {
  EXPECT_EQ(cells_stored<true>(), (std::vector{0, 0, 0, 0, 0, 0, 0, 32, 32, 32, 32, 32, 32, 32, 56}));
}

TEST(PlaneStores, GoPastTheCachesAPlaneAtATime) {
  std::vector<int> expected(15, 0);
  expected.back() = 56;
  EXPECT_EQ((cells_stored<true, 4, brick::whole_plane>()), expected);
}

TEST(PlaneStores, GoPastTheCachesALineAtATime) {
  EXPECT_EQ((cells_stored<true, 8, brick::one_line>()), (std::vector{8, 16, 24, 32, 40, 48, 56, 56}));
}

TEST(PlaneStores, GoToTheCachesAtOnce) {
  EXPECT_EQ(cells_stored<false>(), (std::vector{4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 52, 56, 56}));
}

} // namespace
