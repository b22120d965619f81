// SPDX-License-Identifier: MIT
// Vectors of small cells against the language's conversions of single ones. Compiled for several instruction sets.
#include "brick/vec_narrow.hpp"
#include <bit>
#include <gtest/gtest.h>
#include <limits>

namespace {

/// Numbers that fill all bits of a cell, and more.
template <class Number, int Lanes> brick::vec<Number, Lanes> numbers(int turn) {
  brick::vec<Number, Lanes> v{};
  for (int i = 0; i < Lanes; ++i)
    v[i] = static_cast<Number>(0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(turn * Lanes + i + 1) >> 11);
  return v;
}

template <class Cell, class Number, int Lanes> void check_lanes() {
  for (int turn = 0; turn < 50; ++turn) {
    const auto wide = numbers<Number, Lanes>(turn);
    const brick::vec<Cell, Lanes> cells = brick::narrowed<Cell>(wide);
    const brick::vec<Number, Lanes> again = brick::widened<Number>(cells);
    for (int i = 0; i < Lanes; ++i) {
      ASSERT_EQ(cells[i], static_cast<Cell>(wide[i])) << "lane " << i << " of " << Lanes;
      ASSERT_EQ(again[i], static_cast<Number>(static_cast<Cell>(wide[i]))) << "lane " << i << " of " << Lanes;
    }
  }
}

template <class Cell> class VecNarrow : public testing::Test {};
using Cells =
    testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t, std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(VecNarrow, Cells);

TYPED_TEST(VecNarrow, ConvertsLaneByLane) {
  using number = std::conditional_t<sizeof(TypeParam) == 8, std::int64_t, std::int32_t>;
  check_lanes<TypeParam, number, 1>();
  check_lanes<TypeParam, number, 2>();
  check_lanes<TypeParam, number, 4>();
  check_lanes<TypeParam, number, 8>();
  check_lanes<TypeParam, number, 16>();
}

TEST(VecNarrow, RealsStayAsTheyAre) {
  const brick::vec<double, 4> v{-0.0, 1.5, std::numeric_limits<double>::infinity(), 1e-310};
  const auto same = brick::widened<double>(brick::narrowed<double>(v));
  for (int i = 0; i < 4; ++i)
    EXPECT_EQ(std::bit_cast<std::int64_t>(same[i]), std::bit_cast<std::int64_t>(v[i]));
}

} // namespace
