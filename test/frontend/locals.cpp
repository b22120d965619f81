// Locals become lets; intermediate values of one that is reassigned are substituted. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>
#include <type_traits>

using brick::in;
using brick::out;


[[brick::stencil]] void squares(out<double, 1> o, in<double, 1> u) {
  double x = u(0), unused = u(1);
  x *= x;
  x = x * x;
  o(0) = x + 1;
  o(0) += o(0) * u(-1);
}

[[brick::stencil]] void clash(out<double, 1> next, in<double, 1> u, double k) {
  double sum = 0;
  { double sum = u(0) + u(1); next(0) = sum * sum; }
  sum += next(0);
  k *= 2;
  next(0) = sum - k;
}

// C++ evaluates the initialisers of constexpr variables, and of const integers where it can, when it compiles.
constexpr int when() { return std::is_constant_evaluated() ? 1 : 2; }
[[brick::stencil]] void constants(out<int, 1> next, in<int, 1> u) {
  constexpr int a = when();
  const int b = when();
  int c = when();
  const double d = when();
  next(0) = 1000 * a + 100 * b + 10 * c + static_cast<int>(d) * u(0);
}

// CHECK-LABEL: stencil "squares" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let x = u[0] at {{[0-9:]+}}
// CHECK-NEXT: let x_1 = x * x at {{[0-9:]+}}
// CHECK-NEXT: let x_2 = x_1 * x_1 at {{[0-9:]+}}
// CHECK-NEXT: let o_value = x_2 + 1.0 at {{[0-9:]+}}
// CHECK-NEXT: o = o_value + o_value * u[-1] at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "clash" 1d (out f64 next, in f64 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: let sum = u[0] + u[1] at {{[0-9:]+}}
// CHECK-NEXT: let sum_1 = 0.0 + sum * sum at {{[0-9:]+}}
// CHECK-NEXT: next = sum_1 - k * 2.0 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "constants"
// CHECK-NEXT: next = 1120 + 2 * u[0] at
// CHECK-NEXT: }
