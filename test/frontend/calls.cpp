// Functions, templates, lambdas and member functions are inlined. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <algorithm>
#include <brick/accessor.hpp>
#include <cmath>
#include <numeric>
#include <utility>

using brick::in;
using brick::out;


struct vec2 {
  double x, y;
  vec2 operator+(const vec2& o) const { return {x + o.x, y + o.y}; }
  double& operator[](int i) { return i == 0 ? x : y; }
};

double derivative(const in<double, 1>& u) { return (u(1) - u(-1)) / 2; }
template <int R, class F> double sum(F f) {
  double s = 0;
  for (int i = -R; i <= R; ++i) s += f(i);
  return s;
}
void store(out<double, 1> o, double value) { o(0) = value; }

[[brick::stencil]] void functions(out<double, 1> o, in<double, 1> u, double k) {
  store(o, derivative(u) + sum<1>([&](int i) { return k * u(i); }));
}

[[brick::stencil]] void structs(out<double, 1> o, in<double, 1> u) {
  vec2 a{u(0), u(1)};
  a = a + vec2{1, 2};
  a[1] *= 3;
  auto [p, q] = a;
  o(0) = p * q;
}

[[brick::stencil]] void lambdas(out<double, 1> o, in<double, 1> u) {
  double a = u(0), b = u(1);
  auto f = [a, &b, c = 2 * a](double x) mutable { a += x; b -= x; return a * b * c; };
  const double first = f(1);
  o(0) = first + f(2) + a + b;
}

[[brick::stencil]] void library(out<double, 1> o, in<double, 1> u, float f) {
  o(0) = std::sqrt(u(0)) + std::sqrt(f) + std::pow(u(0), 3) + std::min(u(0), u(1)) + std::clamp(u(0), 0.25, 0.75) +
         std::max({u(0), u(1), u(2)}) + std::abs(u(0));
}

[[brick::stencil]] void library_code(out<double, 1> o, in<double, 1> u) {
  double a = u(0);
  const double before = std::exchange(a, u(1));
  o(0) = std::midpoint(7, 2) * std::hypot(before, a, 1.0);
}

// CHECK-LABEL: stencil "functions" 1d (out f64 o, in f64 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: let s = 0.0 + k * u[-1] + k * u[0] + k * u[1] at {{[0-9:]+}}
// CHECK-NEXT: o = (u[1] - u[-1]) / 2.0 + s at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "structs" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let a_1 = (u[1] + 2.0) * 3.0 at {{[0-9:]+}}
// CHECK-NEXT: o = (u[0] + 1.0) * a_1 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "lambdas" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let a = u[0] at {{[0-9:]+}}
// CHECK-NEXT: let c = 2.0 * a at {{[0-9:]+}}
// CHECK-NEXT: let f_0 = a + 1.0 at {{[0-9:]+}}
// CHECK-NEXT: let b = u[1] - 1.0 at {{[0-9:]+}}
// CHECK-NEXT: let f_0_1 = f_0 + 2.0 at {{[0-9:]+}}
// CHECK-NEXT: let b_1 = b - 2.0 at {{[0-9:]+}}
// CHECK-NEXT: o = f_0 * b * c + f_0_1 * b_1 * c + a + b_1 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "library" 1d (out f64 o, in f64 u, scalar f32 f) at {{[0-9:]+}} {
// CHECK-NEXT: let max = u[0] < u[1] ? u[1] : u[0] at {{[0-9:]+}}
// CHECK-NEXT: o = sqrt(u[0]) + f64(sqrt(f)) + pow(u[0], 3.0) + (u[1] < u[0] ? u[1] : u[0]) + (u[0] < 0.25 ? 0.25 : 0.75 < u[0] ? 0.75 : u[0]) + (max < u[2] ? u[2] : max) + fabs(u[0]) at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "library_code" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let a = u[1] at {{[0-9:]+}}
// CHECK-NEXT: let [[X:.*]] = fabs(u[0]) at {{[0-9:]+}}
// CHECK-NEXT: let [[Y:.*]] = fabs(a) at {{[0-9:]+}}
// CHECK: o = 5.0 * {{.*}}sqrt([[X]] / {{.*}}[[Y]]
// CHECK-NEXT: }
