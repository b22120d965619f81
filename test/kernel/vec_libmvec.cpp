// SPDX-License-Identifier: MIT
// Functions of <cmath> on vectors by the vector library: as exact as they promise, and lane by lane.
#include "brick/kernel.hpp"
#include <bit>
#include <gtest/gtest.h>
#include <limits>
#include <random>
#include <string>
#include <vector>

namespace {

constexpr double allowed_ulps = 4;

template <class T> using bits_of = std::conditional_t<sizeof(T) == 4, std::uint32_t, std::uint64_t>;

/// How many units in the last place `found` is away from the true value; infinity where it is of another kind: a zero
/// of the other sign, a NaN instead of a number.
template <class T> double ulps(T found, long double truth) {
  const T rounded = static_cast<T>(truth);
  if (std::isnan(found) || std::isnan(rounded)) return std::isnan(found) && std::isnan(rounded) ? 0 : INFINITY;
  if (found == rounded) return std::signbit(found) == std::signbit(rounded) ? 0 : INFINITY;
  if (std::isinf(found) || std::isinf(rounded)) return INFINITY;
  const T unit = std::max(std::nextafter(std::abs(rounded), std::numeric_limits<T>::infinity()) - std::abs(rounded),
                          std::numeric_limits<T>::denorm_min());
  return static_cast<double>(std::abs(found - truth) / unit);
}

/// Numbers at the ends of what functions and types can take, and random ones of all sizes.
template <class T> std::vector<T> arguments() {
  using limits = std::numeric_limits<T>;
  std::vector<T> values;
  for (const double x : {0.0, 1e-30, 1e-5, 0.5, 1.0, 1.5707963267948966, 2.0, 3.0, 3.14159265358979, 17.0, 88.7, 104.0,
                         709.7, 745.0, 1e10, 1e30})
    values.push_back(static_cast<T>(x));
  for (const T x :
       {limits::denorm_min(), limits::min(), limits::epsilon(), limits::max(), limits::infinity(), limits::quiet_NaN()})
    values.push_back(x);
  for (std::size_t i = values.size(); i-- > 0;)
    values.push_back(-values[i]);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> sign(-1, 1), exponent(-6, 3);
  while (values.size() < 2000)
    values.push_back(static_cast<T>(sign(random) * std::pow(10.0, exponent(random))));
  return values;
}

/// The result for `x` and others, in the lane where x is, beside other values.
template <class V, class Function, class... Xs>
brick::lane_t<V> in_lane(Function function, int lane, brick::lane_t<V> beside, Xs... xs) {
  const auto vector = [&](brick::lane_t<V> x) {
    V v = brick::broadcast<V>(beside);
    v[lane] = x;
    return v;
  };
  return function(vector(xs)...)[lane];
}

template <class V, class Function, class Truth, class... Xs>
void check(const char* name, Function function, Truth truth, Xs... xs) {
  using T = brick::lane_t<V>;
  const T found = in_lane<V>(function, 1, T(0.3), xs...);
  const std::string text = (std::string(name) + ... + (" " + std::to_string(xs)));
  EXPECT_LE(ulps(found, truth(static_cast<long double>(xs)...)), allowed_ulps) << text << ": " << found;
  const T elsewhere = in_lane<V>(function, brick::lanes<V> - 1, T(-1e4), xs...);
  if (!std::isnan(found))
    EXPECT_EQ(std::bit_cast<bits_of<T>>(elsewhere), std::bit_cast<bits_of<T>>(found)) << text << " in another lane";
}

template <class V, class Function, class Truth> void check_unary(const char* name, Function function, Truth truth) {
  for (const auto x : arguments<brick::lane_t<V>>())
    check<V>(name, function, truth, x);
}

/// Each argument with some of the others, all of the special ones.
template <class V, class Function, class Truth> void check_binary(const char* name, Function function, Truth truth) {
  const auto values = arguments<brick::lane_t<V>>();
  constexpr std::size_t special = 48;
  for (std::size_t i = 0; i < values.size(); ++i)
    for (std::size_t j = 0; j < (i < special ? special : 1); ++j)
      check<V>(name, function, truth, values[i], i < special ? values[j] : std::abs(values[values.size() - i]));
}

/// Vectors of one register, of several and of part of one, whatever the target.
template <class T> class VectorMath : public testing::Test {};
using Types =
    testing::Types<brick::vec<double, 2>, brick::vec<double, 4>, brick::vec<double, 8>, brick::vec<double, 16>,
                   brick::vec<float, 2>, brick::vec<float, 4>, brick::vec<float, 8>, brick::vec<float, 16>>;
TYPED_TEST_SUITE(VectorMath, Types);

#define CHECK_1(name)                                                                                                  \
  check_unary<TypeParam>(                                                                                              \
      #name, [](auto v) { return brick::vector_math::name(v); }, [](long double x) { return std::name(x); })
#define CHECK_2(name)                                                                                                  \
  check_binary<TypeParam>(                                                                                             \
      #name, [](auto a, auto b) { return brick::vector_math::name(a, b); },                                            \
      [](long double x, long double y) { return std::name(x, y); })

TYPED_TEST(VectorMath, IsWithinUnitsOfTheLastPlace) {
  CHECK_1(exp);
  CHECK_1(exp2);
  CHECK_1(expm1);
  CHECK_1(log);
  CHECK_1(log2);
  CHECK_1(log10);
  CHECK_1(log1p);
  CHECK_1(sin);
  CHECK_1(cos);
  CHECK_1(tan);
  CHECK_1(asin);
  CHECK_1(acos);
  CHECK_1(atan);
  CHECK_1(sinh);
  CHECK_1(cosh);
  CHECK_1(tanh);
  CHECK_1(asinh);
  CHECK_1(acosh);
  CHECK_1(atanh);
  CHECK_1(erf);
  CHECK_1(erfc);
  CHECK_1(cbrt);
  CHECK_2(pow);
  CHECK_2(atan2);
  CHECK_2(hypot);
}

TYPED_TEST(VectorMath, OtherFunctionsAreThoseOfLanes) {
  using T = brick::lane_t<TypeParam>;
  const auto v = brick::broadcast<TypeParam>(T(2.25));
  EXPECT_EQ(brick::vector_math::sqrt(v)[0], T(1.5));
  EXPECT_EQ(brick::vector_math::fmod(v, brick::broadcast<TypeParam>(T(2)))[1], T(0.25));
}

TEST(VectorLibrary, IsAsked) {
#if defined(__x86_64__) && defined(__GLIBC__)
  EXPECT_GE(brick::vector_math::detail::libmvec_bytes, 16U);
#else
  GTEST_SKIP() << "there is a vector library on x86-64 with glibc only";
#endif
}

} // namespace
