// SPDX-License-Identifier: MIT
// Functions of <cmath> on vectors with the bits that they have for single values.
#include "brick/kernel.hpp"
#include <bit>
#include <cfenv>
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

/// Vectors of one register, of several and of part of one, whatever the target.
template <class T> class VecMath : public testing::Test {};
using Types = testing::Types<brick::vec<double, 2>, brick::vec<double, 4>, brick::vec<double, 8>, brick::vec<float, 4>,
                             brick::vec<float, 8>, brick::vec<float, 16>>;
TYPED_TEST_SUITE(VecMath, Types);

template <class T> std::vector<T> telling_values() {
  using limits = std::numeric_limits<T>;
  return {T(0.0),
          T(-0.0),
          T(1.0),
          T(-1.0),
          T(0.5),
          T(-0.5),
          std::nextafter(T(0.5), T(0)), // which 0.5 more would round up to 1
          2 / limits::epsilon() + 1,    // odd, and no fraction
          1 / limits::epsilon() - T(0.5),
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

TYPED_TEST(VecMath, FunctionsEqualTheirScalarForm) {
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
  CHECK_1(nearbyint);
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

TYPED_TEST(VecMath, RoundsAsTheModeSays) {
  for (const int mode : {FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO}) {
    std::fesetround(mode);
    CHECK_1(rint);
    CHECK_1(nearbyint);
    CHECK_1(round);
    CHECK_1(floor);
    std::fesetround(FE_TONEAREST);
  }
}

TYPED_TEST(VecMath, MultiplyAddRoundsOnce) {
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
