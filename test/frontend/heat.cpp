// The program of the README. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void heat(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = u(0, 0, 0) + k * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) -
                                    6 * u(0, 0, 0));
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  const double half = k / 2;
  brick::apply<heat>(next, u, half * 0.5f);
  swap(u, next);
  brick::apply<heat>(next, u, 1);
  swap(u, next);
  u.swap(next);
}

// CHECK-LABEL: stencil "heat" 3d (out f64 next, in f64 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: next = u[0, 0, 0] + k * (u[-1, 0, 0] + u[1, 0, 0] + u[0, -1, 0] + u[0, 1, 0] + u[0, 0, -1] + u[0, 0, 1] - 6.0 * u[0, 0, 0]) at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: step "advance" (field f64 3d u, field f64 3d next, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: apply "heat"(next, u, k / 2.0 * 0.5) at {{[0-9:]+}}
// CHECK-NEXT: swap u, next at {{[0-9:]+}}
// CHECK-NEXT: apply "heat"(next, u, 1.0) at {{[0-9:]+}}
// CHECK-NEXT: swap u, next at {{[0-9:]+}}
// CHECK-NEXT: swap u, next at {{[0-9:]+}}
// CHECK-NEXT: }
