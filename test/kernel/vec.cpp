// SPDX-License-Identifier: MIT
// The vector operations of generated code against the same operations on single values.
#include "brick/kernel.hpp"
#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <vector>

namespace {

template <class T> using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// Equal to the bit; any NaN equals any NaN.
template <class T> bool same(T a, T b) {
  if (a != a) return b != b;
  return std::bit_cast<bits_of<T>>(a) == std::bit_cast<bits_of<T>>(b);
}

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

template <class T> std::vector<T> telling_values() {
  using limits = std::numeric_limits<T>;
  return {T(0.0),
          T(-0.0),
          T(1.0),
          T(-1.0),
          T(0.5),
          T(-2.5),
          T(2.5),
          T(3.25),
          T(-1e9),
          T(1e-9),
          T(17.0),
          T(-0.3),
          limits::max(),
          limits::min(),
          limits::infinity(),
          -limits::infinity(),
          limits::quiet_NaN(),
          limits::denorm_min()};
}

template <class V, class Vector, class Scalar> void check_unary(const char* name, Vector on_vector, Scalar on_scalar) {
  for (const auto x : telling_values<brick::lane_t<V>>()) {
    V v = brick::broadcast<V>(1);
    v[1] = x;
    EXPECT_TRUE(same<brick::lane_t<V>>(on_vector(v)[1], on_scalar(x))) << name << " of " << x;
  }
}

template <class V, class Vector, class Scalar> void check_binary(const char* name, Vector on_vector, Scalar on_scalar) {
  for (const auto x : telling_values<brick::lane_t<V>>())
    for (const auto y : telling_values<brick::lane_t<V>>()) {
      V a = brick::broadcast<V>(1), b = a;
      a[1] = x, b[1] = y;
      EXPECT_TRUE(same<brick::lane_t<V>>(on_vector(a, b)[1], on_scalar(x, y))) << name << " of " << x << ", " << y;
    }
}

#define CHECK_1(name)                                                                                                  \
  check_unary<TypeParam>(#name, [](auto v) { return brick::math::name(v); }, [](auto x) { return std::name(x); })
#define CHECK_2(name)                                                                                                  \
  check_binary<TypeParam>(                                                                                             \
      #name, [](auto a, auto b) { return brick::math::name(a, b); }, [](auto x, auto y) { return std::name(x, y); })

TYPED_TEST(VecOf, FunctionsEqualTheirScalarForm) {
  CHECK_1(sqrt);
  CHECK_1(fabs);
  CHECK_1(exp);
  CHECK_1(log);
  CHECK_1(sin);
  CHECK_1(floor);
  CHECK_1(ceil);
  CHECK_1(trunc);
  CHECK_1(round);
  CHECK_1(rint);
  CHECK_2(copysign);
  // Which of two zeros std:: gives differs among compilers that know the functions; libm gives the second.
  check_binary<TypeParam>(
      "fmin", [](auto a, auto b) { return brick::math::fmin(a, b); },
      [](auto x, auto y) { return x == 0 && y == 0 ? y : std::fmin(x, y); });
  check_binary<TypeParam>(
      "fmax", [](auto a, auto b) { return brick::math::fmax(a, b); },
      [](auto x, auto y) { return x == 0 && y == 0 ? y : std::fmax(x, y); });
  check_binary<TypeParam>(
      "first_if_less", [](auto a, auto b) { return brick::math::first_if_less(a, b); },
      [](auto x, auto y) { return x < y ? x : y; });
  check_binary<TypeParam>(
      "first_if_greater", [](auto a, auto b) { return brick::math::first_if_greater(a, b); },
      [](auto x, auto y) { return x > y ? x : y; });
  CHECK_2(pow);
  CHECK_2(atan2);
  CHECK_2(fdim);
  CHECK_2(remainder);
}

TYPED_TEST(VecOf, MultiplyAddRoundsOnce) {
  using T = brick::lane_t<TypeParam>;
  for (const T x : telling_values<T>())
    for (const T y : telling_values<T>())
      for (const T z : {T(0), T(1), -x * y, x}) {
        TypeParam a{}, b{}, c{};
        a[1] = x, b[1] = y, c[1] = z;
        EXPECT_TRUE(same<T>(brick::math::fma(a, b, c)[1], std::fma(x, y, z))) << x << " * " << y << " + " << z;
        EXPECT_TRUE(same<T>(brick::math::fma(-a, b, -c)[1], std::fma(-x, y, -z))) << x << " * " << y << " - " << z;
      }
}

} // namespace
