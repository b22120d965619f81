// SPDX-License-Identifier: MIT
// Vectors of one type as vectors of another, against the language's conversions of single numbers. Compiled for several
// instruction sets.
#include "brick/kernel.hpp"
#include <bit>
#include <gtest/gtest.h>

namespace {

/// Numbers that fill all bits of an integer; reals of either sign, some of which no float has room for.
template <class T, int Lanes> brick::vec<T, Lanes> numbers(int turn) {
  brick::vec<T, Lanes> v{};
  for (int i = 0; i < Lanes; ++i) {
    const std::uint64_t bits = 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(turn * Lanes + i + 1);
    if constexpr (std::is_floating_point_v<T>)
      v[i] = static_cast<T>(static_cast<std::int32_t>(bits >> 32)) * T(bits % 3 ? 0.37 : -0.0);
    else
      v[i] = static_cast<T>(static_cast<std::int64_t>(bits) >> turn % 50);
  }
  return v;
}

template <class T> auto bits_of(T value) {
  if constexpr (sizeof(T) == 4)
    return std::bit_cast<std::uint32_t>(value);
  else if constexpr (sizeof(T) == 8)
    return std::bit_cast<std::uint64_t>(value);
  else
    return value;
}

template <class To, class From, int Lanes> void check_lanes() {
  for (int turn = 0; turn < 50; ++turn) {
    const auto from = numbers<From, Lanes>(turn);
    const brick::vec<To, Lanes> to = brick::convert<To>(from);
    for (int i = 0; i < Lanes; ++i)
      ASSERT_EQ(bits_of(to[i]), bits_of(static_cast<To>(from[i]))) << "lane " << i << " of " << Lanes;
  }
}

template <class To, class From> void check() {
  check_lanes<To, From, 1>();
  check_lanes<To, From, 2>();
  check_lanes<To, From, 4>();
  check_lanes<To, From, 8>();
  check_lanes<To, From, 16>();
}

template <class T> class VecConvertIntegers : public testing::Test {};
using Numbers = testing::Types<std::int32_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(VecConvertIntegers, Numbers);

TYPED_TEST(VecConvertIntegers, ToNumbers) {
  check<TypeParam, std::int32_t>();
  check<TypeParam, std::int64_t>();
}

TEST(VecConvert, RealsToReals) { // to integers: see vec.cpp
  check<float, float>();
  check<float, double>();
  check<double, float>();
  check<double, double>();
}

template <class Cell> class VecConvertCells : public testing::Test {};
using Cells = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::uint32_t>;
TYPED_TEST_SUITE(VecConvertCells, Cells);

TYPED_TEST(VecConvertCells, AsTheyAreReadAndStored) {
  check<std::int32_t, TypeParam>();
  check<TypeParam, std::int32_t>();
}

TEST(VecConvert, CellsOf64Bits) {
  check<std::int64_t, std::uint64_t>();
  check<std::uint64_t, std::int64_t>();
}

template <class T, class From, int Lanes> void check_mask() {
  const auto v = numbers<From, Lanes>(3);
  const auto mask = brick::mask_for<T>(v < From(0));
  for (int i = 0; i < Lanes; ++i)
    EXPECT_EQ(mask[i], v[i] < 0 ? -1 : 0);
}

TEST(VecConvert, MasksOfOtherWidths) {
  [&]<int... Lanes>(std::integer_sequence<int, Lanes...>) {
    (check_mask<double, std::int32_t, Lanes>(), ...);
    (check_mask<std::int64_t, float, Lanes>(), ...);
    (check_mask<float, std::int64_t, Lanes>(), ...);
    (check_mask<std::int32_t, double, Lanes>(), ...);
  }(std::integer_sequence<int, 1, 2, 4, 8, 16>());
}

} // namespace
