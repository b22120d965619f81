// SPDX-License-Identifier: MIT
// Windows: the cells a kernel may reach, from every position in every brick, against indexing by hand.
#include "torus.hpp"
#include <brick/kernel.hpp>
#include <gtest/gtest.h>
#include <memory>
#include <tuple>

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
    const auto loaded = std::apply([&](auto... c) { return at.template load<Offset...>(c...); },
                                   as_tuple(inside, std::make_integer_sequence<int, sizeof...(Extent)>()));
    for (int lane = 0; lane < Lanes; ++lane, ++reached.back())
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

TEST(Window, WritesTheBrickItStandsOn) {
  Numbered<2, 2, 4> field;
  const brick::window<double, brick::brick_shape<2, 2, 4>, 4> at(field.cells, field.range(), 0, 5);
  at(1, 0, 0) = brick::vec<double, 4>{-1, -2, -3, -4};
  for (int lane = 0; lane < 4; ++lane)
    EXPECT_EQ(field.at(5 * 16 + 8 + lane), -1 - lane);
}

} // namespace
