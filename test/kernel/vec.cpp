// SPDX-License-Identifier: MIT
// The vector operations of generated code against the same operations on single values.
#include "brick/kernel.hpp"
#include <gtest/gtest.h>
#include <limits>

namespace {

template <class V> V counting(int first) {
  V v{};
  for (int i = 0; i < brick::lanes<V>; ++i)
    v[i] = static_cast<brick::lane_t<V>>(first + i);
  return v;
}

template <class V, int First> void check_align() {
  constexpr int n = brick::lanes<V>;
  const V joined = brick::align<First>(counting<V>(0), counting<V>(n));
  for (int i = 0; i < n; ++i)
    EXPECT_EQ(joined[i], First + i) << "align<" << First << "> of " << n << " lanes";
}

template <class V> void check_aligns() {
  [&]<int... First>(std::integer_sequence<int, First...>) {
    (check_align<V, First>(), ...);
  }(std::make_integer_sequence<int, brick::lanes<V> + 1>());
}

template <class T> class VecOf : public testing::Test {};
using Types = testing::Types<brick::vec<double, 2>, brick::vec<double, 4>, brick::vec<double, 8>, brick::vec<float, 8>,
                             brick::vec<float, 16>>;
TYPED_TEST_SUITE(VecOf, Types);

TYPED_TEST(VecOf, AlignTakesTheLanesOfTwoVectorsInARow) { check_aligns<TypeParam>(); }

TYPED_TEST(VecOf, BroadcastKeepsTheSignOfZero) {
  using T = brick::lane_t<TypeParam>;
  const auto minus_zero = brick::broadcast<TypeParam>(T(-0.0));
  for (int i = 0; i < brick::lanes<TypeParam>; ++i)
    EXPECT_TRUE(std::signbit(minus_zero[i]));
}

TYPED_TEST(VecOf, SelectTakesVectorsAndScalars) {
  using T = brick::lane_t<TypeParam>;
  const auto v = counting<TypeParam>(-2);
  const auto clipped = brick::select<TypeParam>(v < T(0), T(0), v);
  const auto uniform = brick::select<TypeParam>(v[0] < 0, v, T(7));
  for (int i = 0; i < brick::lanes<TypeParam>; ++i) {
    EXPECT_EQ(clipped[i], i < 2 ? 0 : i - 2);
    EXPECT_EQ(uniform[i], i - 2);
  }
}

TYPED_TEST(VecOf, MasksOfOneWidthSelectValuesOfAnother) {
  constexpr int n = brick::lanes<TypeParam>;
  const auto v = counting<TypeParam>(0);
  const auto wide = brick::select<brick::vec<double, n>>(v < brick::lane_t<TypeParam>(1), 1.0, 2.0);
  const auto narrow = brick::select<brick::vec<float, n>>(!(v < brick::lane_t<TypeParam>(1)), 1.0f, 2.0f);
  const auto all = brick::broadcast_mask<brick::mask<float, n>>(true) && brick::mask_for<float>(v == v);
  for (int i = 0; i < n; ++i) {
    EXPECT_EQ(wide[i], i < 1 ? 1.0 : 2.0);
    EXPECT_EQ(narrow[i], i < 1 ? 2.0f : 1.0f);
    EXPECT_EQ(all[i], -1);
  }
}

TYPED_TEST(VecOf, ConvertTruncatesAsStaticCast) {
  const TypeParam v = counting<TypeParam>(-3) * brick::lane_t<TypeParam>(0.75);
  const auto whole = brick::convert<std::int32_t>(v);
  const auto back = brick::convert<double>(whole);
  for (int i = 0; i < brick::lanes<TypeParam>; ++i) {
    EXPECT_EQ(whole[i], static_cast<std::int32_t>(v[i]));
    EXPECT_EQ(back[i], static_cast<double>(whole[i]));
  }
}

} // namespace
