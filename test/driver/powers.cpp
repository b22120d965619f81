// Powers that become products and square roots, in vectors and for one number, are those of the library but for the last
// bits, and of the same kind where there are none. SPDX-License-Identifier: MIT
// RUN: %brickc --fp=contract -O2 %s -o %t.contract
// RUN: %t.contract
// RUN: %brickc --fp=reassociate -O2 %s -o %t.reassociate
// RUN: %t.reassociate
#include <brick/brick.hpp>
#include <cmath>
#include <cstdio>
#include <limits>

constexpr long values = 16;

template <class T> [[brick::stencil]] void powers(brick::out<T, 2> a, brick::in<T, 2> u, T k) {
  const T x = u(0, 0);
  a(0, 0) = std::pow(x, T(0.5));
  if (k > 0) a(0, 0) = std::pow(x, T(-0.5));
  if (k > 1) a(0, 0) = std::pow(x, T(1.5));
  if (k > 2) a(0, 0) = std::pow(x, T(-2.5));
  if (k > 3) a(0, 0) = x * 0 + std::pow(k, T(3.5));
}

template <class T> [[brick::step]] void raise(brick::field<T, 2>& a, const brick::field<T, 2>& u, T k) {
  brick::apply<powers<T>>(a, u, k);
}

template <class T> bool same(T found, T expected) {
  if (std::isnan(expected)) return std::isnan(found);
  if (std::isinf(expected) || expected == 0) return found == expected && std::signbit(found) == std::signbit(expected);
  return std::abs(found - expected) <= 8 * std::numeric_limits<T>::epsilon() * std::abs(expected);
}

template <class T> int check(const brick::runtime& program, const char* type) {
  using limits = std::numeric_limits<T>;
  const T bases[values] = {0, T(-0.0), 1, -1, 2, T(0.3), 17, T(-0.3), limits::infinity(), -limits::infinity(),
                           limits::quiet_NaN(), limits::min(), T(1e-5), T(1e5), T(1e9), -limits::max()};
  constexpr double exponents[] = {0.5, -0.5, 1.5, -2.5};
  const auto grid = brick::grid_for<raise<T>>(program, {.cells = {8, values}});
  brick::field<T, 2> a(grid, "a"), u(grid, "u");
  u.fill([&](brick::point<2> p) { return bases[p[1]]; });
  int wrong = 0;
  for (int i = 0; i < 5; ++i) {
    brick::run<raise<T>>(1, a, u, T(i));
    for (long x = 0; x < values; ++x) {
      const T expected = i < 4 ? std::pow(bases[x], T(exponents[i])) : bases[x] * 0 + std::pow(T(4), T(3.5));
      const T found = a.value({3, x});
      if (same(found, expected)) continue;
      std::printf("%s, %d: of %g %g instead of %g\n", type, i, double(bases[x]), double(found), double(expected));
      ++wrong;
    }
  }
  return wrong;
}

int main(int argc, char** argv) {
  const brick::runtime program(argc, argv);
  return check<double>(program, "double") + check<float>(program, "float");
}
