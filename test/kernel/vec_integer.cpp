// SPDX-License-Identifier: MIT
// Integer arithmetic of generated code: what C++ defines, and harmless results for the rest.
#include "brick/kernel.hpp"
#include <gtest/gtest.h>
#include <limits>

namespace {

template <class T> class IntegerOf : public testing::Test {};
using Types = testing::Types<std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(IntegerOf, Types);

/// Calls `check` with the results of `operation` on scalars, on vectors, and on one of each.
template <class T, class Operation, class Check> void on_all_forms(T a, T b, Operation operation, Check check) {
  using V = brick::vec<T, 4>;
  const V vector_a = brick::broadcast<V>(a), vector_b = brick::broadcast<V>(b);
  check(operation(a, b));
  check(operation(vector_a, vector_b)[3]);
  check(operation(vector_a, b)[2]);
  check(operation(a, vector_b)[1]);
}

#define EXPECT_RESULT(function, a, b, expected)                                                                        \
  on_all_forms<T>(                                                                                                     \
      a, b, [](auto x, auto y) { return brick::integer::function(x, y); },                                             \
      [&](T result) { EXPECT_EQ(result, T(expected)) << #function "(" << T(a) << ", " << T(b) << ")"; })

TYPED_TEST(IntegerOf, OrdinaryOperands) {
  using T = TypeParam;
  EXPECT_RESULT(add, 3, -5, -2);
  EXPECT_RESULT(sub, 3, -5, 8);
  EXPECT_RESULT(mul, 3, -5, -15);
  EXPECT_RESULT(div, -17, 5, -3);
  EXPECT_RESULT(rem, -17, 5, -2);
  EXPECT_RESULT(shl, -3, 4, -48);
  EXPECT_RESULT(shr, -48, 4, -3);
  EXPECT_EQ(brick::integer::negate(T(7)), -7);
}

TYPED_TEST(IntegerOf, NothingTrapsOrOverflows) {
  using T = TypeParam;
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  constexpr T bits = 8 * sizeof(T);
  EXPECT_RESULT(add, most, 1, least);
  EXPECT_RESULT(sub, least, 1, most);
  EXPECT_RESULT(mul, most, 2, -2);
  EXPECT_RESULT(div, 9, 0, 9);
  EXPECT_RESULT(rem, 9, 0, 0);
  EXPECT_RESULT(div, least, -1, least);
  EXPECT_RESULT(rem, least, -1, 0);
  EXPECT_RESULT(shl, 1, bits + 2, 4);
  EXPECT_RESULT(shr, least, -1, -1);
  EXPECT_EQ(brick::integer::negate(least), least);
}

/// Dividends around multiples of divisors of all sizes, where a quotient of doubles might be the next number.
TYPED_TEST(IntegerOf, QuotientsAroundWholeNumbers) {
  using T = TypeParam;
  constexpr T most = std::numeric_limits<T>::max();
  for (const T divisor : {T(1), T(2), T(3), T(7), T(10), T(641), T(46341), T(1000003), T(most / 2), T(most - 1), most})
    for (const T multiple : {T(0), T(1), T(2), T(most / 3 / divisor), T(most / divisor - 1), T(most / divisor)})
      for (const T beside : {-1, 0, 1}) {
        const T dividend = brick::integer::add(T(multiple * divisor), beside);
        for (const T sign : {1, -1}) {
          const T a = brick::integer::mul(sign, dividend), b = brick::integer::mul(sign, divisor);
          EXPECT_RESULT(div, a, divisor, a / divisor);
          EXPECT_RESULT(rem, a, divisor, a % divisor);
          EXPECT_RESULT(div, dividend, b, b == -1 ? brick::integer::negate(dividend) : dividend / b);
        }
      }
}

/// All lanes of a vector of these values and others, in both orders.
template <class T, int Lanes> void expect_extremes() {
  using V = brick::vec<T, Lanes>;
  constexpr T least = std::numeric_limits<T>::min(), most = std::numeric_limits<T>::max();
  const T values[] = {least, -1, 0, 1, most};
  V x{}, y{};
  for (int lane = 0; lane < Lanes; ++lane)
    x[lane] = values[lane % 5], y[lane] = values[lane * 3 % 4];
  for (int lane = 0; lane < Lanes; ++lane) {
    EXPECT_EQ(brick::math::first_if_less(x, y)[lane], std::min(x[lane], y[lane])) << lane << " of " << Lanes;
    EXPECT_EQ(brick::math::first_if_greater(y, x)[lane], std::max(x[lane], y[lane])) << lane << " of " << Lanes;
  }
}

TYPED_TEST(IntegerOf, ExtremesOfEveryWidth) {
  expect_extremes<TypeParam, 2>();
  expect_extremes<TypeParam, 4>();
  expect_extremes<TypeParam, 8>();
  expect_extremes<TypeParam, 16>();
}

/// What an integer cannot hold becomes 0; everything else is truncated, up to the last number that fits.
template <class T, class Real> void expect_converted(Real value, T expected) {
  EXPECT_EQ(brick::convert<T>(value), expected) << value;
  EXPECT_EQ(brick::convert<T>(brick::broadcast<brick::vec<Real, 4>>(value))[3], expected) << value;
}

TYPED_TEST(IntegerOf, Conversions) {
  using T = TypeParam;
  expect_converted<T, double>(-2.75, -2);
  expect_converted<T, float>(1e30f, 0);
  expect_converted<T, double>(std::numeric_limits<double>::quiet_NaN(), 0);
  expect_converted<T, double>(-std::numeric_limits<double>::infinity(), 0);
  expect_converted<T, float>(static_cast<float>(std::numeric_limits<T>::min()), std::numeric_limits<T>::min());
  expect_converted<T, float>(-static_cast<float>(std::numeric_limits<T>::min()), 0);
}

TEST(Integer, LastNumbersThatFit) {
  expect_converted<std::int32_t, double>(-2147483648.75, std::numeric_limits<std::int32_t>::min());
  expect_converted<std::int32_t, double>(2147483647.75, std::numeric_limits<std::int32_t>::max());
  expect_converted<std::int32_t, double>(-2147483649.0, 0);
}

TEST(Vec, CountsFromANumber) {
  const auto counted = brick::count_from<brick::vec<std::int64_t, 4>>(-2);
  for (int lane = 0; lane < 4; ++lane)
    EXPECT_EQ(counted[lane], lane - 2);
}

} // namespace
