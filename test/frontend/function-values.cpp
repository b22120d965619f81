// Functions that are passed on, kept and chosen by constants. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/brick.hpp>
#include <array>
#include <cmath>

using brick::in;
using brick::out;

inline double square(double x) { return x * x; }
inline double twice(double x) noexcept { return 2 * x; }
struct rules {
  static double shifted(double x) { return x + 1; }
  double (*rule)(double) = &rules::shifted;
  double operator()(double x) const { return rule(x); }
};
template <class F> double by_value(F f, double x) { return f(f(x)); }
template <class F> double by_reference(F&& f, double x) { return std::forward<F>(f)(x); }
inline double by_pointer(double (*f)(double), double x) { return (*f)(x); }
template <double (*F)(double)> double by_argument(double x) { return F(x); }
constexpr std::array<double (*)(double), 2> table{square, twice};

// CHECK: stencil "passed"
// CHECK-NEXT: let square = u[0] * u[0]
// CHECK-NEXT: next = square * square
[[brick::stencil]] void passed(out<double, 1> next, in<double, 1> u) { next(0) = by_value(square, u(0)); }

// CHECK: stencil "forwarded"
// CHECK-NEXT: next = 2.0 * u[0] - (u[1] + 1.0)
[[brick::stencil]] void forwarded(out<double, 1> next, in<double, 1> u) {
  next(0) = by_reference(twice, u(0)) - by_reference(&rules::shifted, u(1));
}

// CHECK: stencil "pointed"
// CHECK-NEXT: next = sqrt(u[0]) + 2.0 * u[1] / (3.0 * u[-1])
[[brick::stencil]] void pointed(out<double, 1> next, in<double, 1> u) {
  double (*root)(double) = std::sqrt;
  const auto& same = twice;
  const auto closure = [](double x) { return 3 * x; };
  double (*triple)(double) = closure;
  next(0) = by_pointer(root, u(0)) + by_pointer(same, u(1)) / by_pointer(triple, u(-1));
}

// CHECK: stencil "chosen"
// CHECK-NEXT: let sum = 0.0 + u[0] * u[0] + 2.0 * u[1]
// CHECK-NEXT: let shifted = u[2] + 1.0
// CHECK-NEXT: next = sum * (u[-1] + 1.0) + shifted * shifted + 4.0 * u[-2]
[[brick::stencil]] void chosen(out<double, 1> next, in<double, 1> u) {
  double sum = 0;
  for (int i = 0; i < 2; ++i)
    sum += table[i](u(i));
  auto f = square;
  f = rules::shifted;
  rules r;
  const auto four_times = +[](double x) { return 4 * x; };
  double (*same)(double) = [](auto x) { return x; };
  next(0) = sum * (true ? f : twice)(u(-1)) + by_argument<square>(r(u(2))) + by_pointer(four_times, same(u(-2)));
}
