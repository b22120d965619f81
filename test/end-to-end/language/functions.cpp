// Functions of <cmath>, which compilers know and like to evaluate or replace; prints hashes.
// SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

using brick::in;
using brick::out;
using brick::point;

/// Constant once the calls below are inlined. Last bits of terms show in the sum unless rounding hides them, so that
/// there are several arguments, and some functions stand alone below.
template <class T> T exponentials(T x) {
  return std::exp(x) + std::exp2(x) / 2 + std::expm1(x) / 3 + std::sinh(x) / 5 + std::cosh(x) / 7 + std::tanh(x) / 11;
}
template <class T> T logarithms(T x) {
  return std::log(x) + std::log2(x) / 2 + std::log10(x) / 3 + std::log1p(x) / 5 + std::asinh(x) / 7 +
         std::acosh(1 + x) / 11 + std::atanh(x / 4) / 13;
}
template <class T> T angles(T x) {
  return std::sin(x) + std::cos(x) / 2 + std::tan(x) / 3 + std::asin(x / 4) / 5 + std::acos(x / 4) / 7 +
         std::atan(x) / 11 + std::atan2(x, T(0.37)) / 13;
}
template <class T> T others(T x) {
  return std::cbrt(x) + std::erf(x) / 2 + std::erfc(x) / 3 + std::tgamma(x) / 5 + std::lgamma(x) / 7 +
         std::hypot(x, T(0.37)) / 11 + std::pow(x, T(1.234)) / 13;
}
template <class T> T all(T x) { return exponentials(x) + logarithms(x) + angles(x) + others(x); }

template <class T> [[brick::stencil]] void of_constants(out<T, 2> a, out<T, 2> b, out<T, 2> c, point<2> p) {
  const T column = static_cast<T>(p[1]);
  a(0, 0) = all(T(0.11)) + column * std::cbrt(T(2.31));
  b(0, 0) = all(T(0.83)) + column * std::atan2(T(0.3), T(0.5));
  c(0, 0) = all(T(2.71)) + column * std::pow(T(2.71), T(1.618));
}

template <class T> T power(T x, int exponent) { return std::pow(x, static_cast<T>(exponent)); }

template <class T> [[brick::stencil]] void of_values(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u) {
  const T x = u(0, 0);
  a(0, 0) = std::pow(x, T(2)) + std::pow(u(0, 1), T(-1)) / 3 + std::pow(u(1, 0), 2) / 5;
  b(0, 0) = std::pow(T(2), x) + std::pow(x, T(0.5)) / 3 + std::pow(T(10), x / 4) / 5 + std::exp(std::log(x)) / 7;
  const T zero = x - x;
  a(0, 0) += std::copysign(T(1), std::fmin(zero, -zero)) + 2 * std::copysign(T(1), std::fmin(-zero, zero)) +
             4 * std::copysign(T(1), std::fmax(zero, -zero)) + 8 * std::copysign(T(1), std::fmax(-zero, zero));
  c(0, 0) = 0;
  for (int exponent = -2; exponent <= 3; ++exponent)
    c(0, 0) += power(x, exponent) / (exponent + 3);
}

template <class T> [[brick::stencil]] void written_in_headers(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u) {
  T x = u(0, 0), y = u(0, 1);
  a(0, 0) = std::hypot(x, y, u(1, 0)) + std::hypot(x - x, T(0), -T(0)) / 3 + std::hypot(x, T(2), 3 * y) / 5;
  const T before = std::exchange(x, std::exchange(y, u(-1, 0)) * 2);
  b(0, 0) = before + 3 * x + 5 * y;
  const T places[] = {T(-1), T(0), x, T(1), T(2)};
  T sum = 0;
  for (const T t : places)
    sum = sum / 3 + std::lerp(before, y, t) + 5 * std::lerp(-before, y, t);
  c(0, 0) = sum + std::midpoint(x, y) / 7 + std::midpoint(std::numeric_limits<T>::max(), x) / 4 +
            std::midpoint(static_cast<int>(100 * x), -static_cast<int>(100 * y));
}

template <class T> [[brick::stencil]] void classes(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u) {
  const T zero = u(0, 0) - u(0, 0), one = T(1);
  const T values[] = {u(0, 0), zero, -zero, one / zero, -one / zero, zero / zero, u(1, 0) - u(0, 1)};
  T sum = 0;
  for (const T value : values)
    sum = sum * 2 + std::isnan(value) + 3 * std::isinf(value) + 5 * std::isfinite(value) +
          (std::isnan(value) ? 0 : 7 * std::signbit(value));
  a(0, 0) = sum;
  b(0, 0) = std::isnan(values[5]) ? std::isinf(1) + T(2) : T(3);
  c(0, 0) = std::isfinite(u(-1, 0)) && !std::signbit(-values[1]) ? one : -one;
}

/// Halves go away from zero by lround, to even numbers by lrint; a remainder is the nearest to zero.
template <class T> [[brick::stencil]] void roundings(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u) {
  const T x = 10 * (u(0, 0) - 2), halves = std::floor(x) / 2;
  const std::int64_t away = std::lround(halves);
  const long long longer = std::llround(u(0, 1));
  a(0, 0) = static_cast<T>(away * 1000 + std::lrint(halves) * 10 + (longer - std::llrint(x)));
  b(0, 0) = std::remainder(x, T(3)) + std::remainder(halves, T(1)) / 3 + std::remainder(x, u(1, 0) - u(1, 0));
  b(0, 0) = std::isnan(b(0, 0)) ? std::remainder(x, u(0, 1)) : T(7);
  c(0, 0) = static_cast<T>(std::lround(3) + std::lround(T(-2.5)));
}

const double pi = std::acos(-1.0);
const std::array<double, 2> waves{std::sin(pi / 7), std::exp(-pi)};
/// Constants that wait for the program to start.
template <class T> [[brick::stencil]] void of_late_constants(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u) {
  static const T root = std::sqrt(T(3));
  a(0, 0) = static_cast<T>(pi) * u(0, 0);
  b(0, 0) = static_cast<T>(waves[0] * u(1, 0) + waves[1] * u(-1, 0));
  c(0, 0) = root * u(0, 1) / 3;
}

template <class T> T around(const in<T, 2>& u) { return u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1); }
template <class T> T along(const in<T, 2>& u) { return u(0, -1) + u(0, 1); }
template <class T> bool is_smaller(T a, T b) { return std::abs(a - 1) < std::abs(b - 1); }
template <class T> struct labelled {
  T value, label;
  bool operator<(const labelled& other) const { return value < other.value; }
};
template <class T> T square(T x) { return x * x; }
template <class F, class T> T twice(F&& f, T x) { return std::forward<F>(f)(f(x)); }

/// Functions as values.
template <class T> [[brick::stencil]] void passed_on(out<T, 2> a, out<T, 2> b, out<T, 2> c, in<T, 2> u, point<2> p) {
  constexpr T (*sums[])(const in<T, 2>&) = {around, along};
  a(0, 0) = sums[0](u) - sums[1](u);
  T (*root)(T) = std::sqrt;
  a(0, 0) += std::max(u(0, 0), u(1, 0), is_smaller<T>) + 2 * std::clamp(u(0, 1), T(2), T(1), std::greater<>());
  a(0, 0) += std::min(labelled<T>{u(0, 0), 3}, labelled<T>{u(0, -1), 5}).label;
  b(0, 0) = twice(root, u(0, 0)) + twice(square<T>, u(1, 0)) + twice(+[](T x) { return 1 / x; }, u(0, 1));
  root = [](auto x) { return x / 3; };
  const std::array<T, 2> here{u(0, 0), T(2)}, there{u(0, 131 - 16 * 8), T(2)};
  c(0, 0) = (p == point<2>{3, 4} ? 7 : 0) + (here == there) + (here != std::array<T, 2>{u(0, 0), 3}) +
            (*root)(u(0, 0)) + twice(&square<T>, u(0, -1));
}

template <class T>
[[brick::step]] void advance(brick::field<T, 2>& a, brick::field<T, 2>& b, brick::field<T, 2>& c, brick::field<T, 2>& u,
                             int which) {
  if (which == 0) brick::apply<of_constants<T>>(a, b, c);
  if (which == 1) brick::apply<of_values<T>>(a, b, c, u);
  if (which == 2) brick::apply<classes<T>>(a, b, c, u);
  if (which == 3) brick::apply<roundings<T>>(a, b, c, u);
  if (which == 4) brick::apply<written_in_headers<T>>(a, b, c, u);
  if (which == 5) brick::apply<passed_on<T>>(a, b, c, u);
  if (which == 6) brick::apply<of_late_constants<T>>(a, b, c, u);
}

template <class T, class Grid> void check(const brick::runtime& runtime, const Grid& grid) {
  brick::field<T, 2> u(grid, "u"), a(grid, "a"), b(grid, "b"), c(grid, "c");
  u.fill([](point<2> p) { return T(0.5) + static_cast<T>((p[0] * 131 + p[1] * 17) % 997) / 331; });
  const char* const kinds[] = {"of constants",       "of values", "classes",          "roundings",
                               "written in headers", "passed on", "of late constants"};
  for (int which = 0; which < 7; ++which) {
    brick::run<advance<T>>(1, a, b, c, u, which);
    for (const auto* field : {&a, &b, &c})
      report(kinds[which], runtime, *field);
  }
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance<float>, advance<double>>(
      runtime, {.cells = {67, 131}, .boundary = {brick::periodic, brick::periodic}});
  check<float>(runtime, grid);
  check<double>(runtime, grid);
}
