// SPDX-License-Identifier: MIT
// Windows: every cell a kernel may reach, from every position in a brick, against indexing by hand.
#include "brick/kernel.hpp"
#include <gtest/gtest.h>
#include <numeric>
#include <vector>

namespace {

/// Three bricks an axis, periodic; the value of a cell is its number in the whole domain. Neighbouring bricks get ids
/// far apart, so that only the adjacency can lead to them.
template <int... Extent> struct Torus {
  static constexpr int axes = sizeof...(Extent);
  static constexpr std::array<int, axes> extent{Extent...};
  using shape = brick::brick_shape<Extent...>;
  static constexpr int bricks = shape::directions; // 3^D, by coincidence

  std::vector<double> aligned_storage = std::vector<double>(bricks * shape::cells + 8);
  std::vector<std::int32_t> adjacency = std::vector<std::int32_t>(bricks * shape::directions);
  double* cells = aligned_storage.data() + (64 - reinterpret_cast<std::uintptr_t>(aligned_storage.data()) % 64) % 64 / 8;

  using coordinates = std::array<int, axes>;
  static int brick_id(const coordinates& at) {
    int number = 0;
    for (int a = 0; a < axes; ++a)
      number = 3 * number + (at[a] + 3) % 3;
    return number * 2 % bricks; // 2 and 3^D have no common divisor: a permutation
  }
  static coordinates digits(int number, const coordinates& base) {
    coordinates at{};
    for (int a = axes - 1; a >= 0; number /= base[a--])
      at[a] = number % base[a];
    return at;
  }
  static coordinates threes() {
    coordinates at;
    at.fill(3);
    return at;
  }
  static double value(const coordinates& cell) {
    double number = 0;
    for (int a = 0; a < axes; ++a)
      number = number * 3 * extent[a] + (cell[a] + 3 * extent[a]) % (3 * extent[a]);
    return number;
  }

  Torus() {
    for (int number = 0; number < bricks; ++number) {
      const coordinates brick = digits(number, threes());
      for (int code = 0; code < shape::directions; ++code) {
        coordinates next = digits(code, threes());
        for (int a = 0; a < axes; ++a)
          next[a] += brick[a] - 1;
        adjacency[brick_id(brick) * shape::directions + code] = brick_id(next);
      }
      for (int inside = 0; inside < shape::cells; ++inside) {
        coordinates cell = digits(inside, extent);
        for (int a = 0; a < axes; ++a)
          cell[a] += brick[a] * extent[a];
        cells[brick_id(brick) * shape::cells + inside] = value(cell);
      }
    }
  }
};

template <int Lanes, class T, int... Offset> void check_offset(const T& torus) {
  using shape = typename T::shape;
  const brick::sweep_range range{nullptr, 0, torus.adjacency.data()};
  for (int number = 0; number < T::bricks; ++number) {
    const auto at_brick = T::digits(number, T::threes());
    const brick::window<const double, shape, Lanes> window(torus.cells, range, T::brick_id(at_brick));
    for (int inside = 0; inside < shape::cells; inside += Lanes) {
      const auto cell = T::digits(inside, T::extent);
      const auto loaded = std::apply([&](auto... c) { return window.template load<Offset...>(c...); }, cell);
      auto expected = cell;
      const int offset[] = {Offset...};
      for (int a = 0; a < T::axes; ++a)
        expected[a] += at_brick[a] * T::extent[a] + offset[a];
      for (int lane = 0; lane < Lanes; ++lane, ++expected.back())
        ASSERT_EQ(loaded[lane], T::value(expected)) << "brick " << number << " cell " << inside << " lane " << lane;
    }
  }
}

template <int... I> using ints = std::integer_sequence<int, I...>;

TEST(Window, OneAxis) {
  const Torus<16> torus;
  [&]<int... I>(ints<I...>) {
    (check_offset<2, Torus<16>, 2 * (I - 8)>(torus), ...);
    (check_offset<4, Torus<16>, 4 * (I / 2 - 4)>(torus), ...);
  }(std::make_integer_sequence<int, 17>());
}

TEST(Window, TwoAxes) {
  const Torus<5, 8> torus; // no power of two
  [&]<int... I>(ints<I...>) {
    (check_offset<4, Torus<5, 8>, I % 11 - 5, 4 * (I / 11 - 2)>(torus), ...);
  }(std::make_integer_sequence<int, 55>());
}

TEST(Window, ThreeAxes) {
  const Torus<3, 4, 8> torus;
  [&]<int... I>(ints<I...>) {
    (check_offset<4, Torus<3, 4, 8>, I % 7 - 3, I / 7 % 5 - 2, 4 * (I / 35 - 1)>(torus), ...);
  }(std::make_integer_sequence<int, 105>());
}

TEST(Window, WritesTheBrickItStandsOn) {
  Torus<2, 2, 4> torus;
  const brick::sweep_range range{nullptr, 0, torus.adjacency.data()};
  const brick::window<double, Torus<2, 2, 4>::shape, 4> window(torus.cells, range, 5);
  window(1, 0, 0) = brick::vec<double, 4>{-1, -2, -3, -4};
  for (int lane = 0; lane < 4; ++lane)
    EXPECT_EQ(torus.cells[5 * 16 + 8 + lane], -1 - lane);
}

} // namespace
