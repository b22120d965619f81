// Fields that keep their old values: inout, and outputs that some paths leave alone. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=deps %s | FileCheck %s --check-prefix=DEPS
// RUN: %brickc -O1 -c %s -o %t.o
#include <brick/brick.hpp>

using brick::in;
using brick::inout;
using brick::out;

[[brick::stencil]] void decay(inout<double, 1> u, double k) {
  u(0) -= k * u(0);
  if (u(0) < 0) u(0) = 0;
}

[[brick::stencil]] void where_positive(out<double, 1> next, in<double, 1> u) {
  if (u(0) > 0) next(0) = u(-1);
}

[[brick::stencil]] void early(out<double, 1> next, in<double, 1> u) {
  if (u(0) < 0) return;
  next(0) = 1;
  if (u(1) < 0) return;
  next(0) += 1;
}

// Written on every path to the last line, those that have left or have another condition left aside.
[[brick::stencil]] void nested(out<double, 1> next, in<double, 1> u) {
  if (u(0) > 2) {
    next(0) = 1;
  } else if (u(0) > 1) {
    return;
  } else {
    next(0) = 3;
  }
  next(0) += u(0);
}

[[brick::stencil]] void chosen(out<double, 1> next, in<double, 1> u, in<int, 1> kind) {
  const bool large = u(0) > 1;
  switch (kind(0)) {
  case 2:
    if (large) return;
    next(0) = 3;
    break;
  default:
    next(0) = u(0);
  }
  next(0) += 1;
}

[[brick::stencil]] void opposite(out<double, 1> next, in<double, 1> u) {
  const bool large = u(0) > 1;
  if (large) next(0) = 1;
  if (!large) next(0) = 2;
  next(0) += 1;
}

[[brick::stencil]] void leaving(out<double, 1> next, in<double, 1> u) {
  for (int i = 0; i < 3; ++i) {
    if (u(i) > 1) {
      next(0) = i;
    } else {
      if (u(-i) > 2) break;
      next(0) = 2;
    }
    next(0) += 1;
  }
}

[[brick::stencil]] void exchange(inout<double, 1> a, inout<double, 1> b) {
  double old = a(0);
  a(0) = b(0);
  b(0) = old;
}

[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<where_positive>(next, u);
  brick::apply<decay>(u, 0.5);
}

// CHECK-LABEL: stencil "decay" 1d (inout f64 u, scalar f64 k)
// CHECK-NEXT: let u_value = u[0] - k * u[0]
// CHECK-NEXT: u = u_value < 0.0 ? 0.0 : u_value
// CHECK-LABEL: stencil "where_positive" 1d (out f64 next, in f64 u)
// CHECK-NEXT: next = u[0] > 0.0 ? u[-1] : next[0]
// CHECK-LABEL: stencil "early" 1d (out f64 next, in f64 u)
// CHECK: next = {{.*}} ? u[1] < 0.0 ? 1.0 : 2.0 : next[0]
// CHECK-LABEL: stencil "nested" 1d
// CHECK: let next_value = when ? 1.0 : 3.0
// CHECK: next_value + u[0] : next[0]
// CHECK-LABEL: stencil "chosen" 1d
// CHECK: next = {{.*}} + 1.0 : next[0]
// CHECK-LABEL: stencil "opposite" 1d
// CHECK: next = (!large ? 2.0 : 1.0) + 1.0
// CHECK-LABEL: stencil "leaving" 1d
// CHECK: next = {{.*}} + 1.0 : next[0]
// CHECK-LABEL: stencil "exchange" 1d (inout f64 a, inout f64 b)
// CHECK-NEXT: let old = a[0]
// CHECK-NEXT: a = b[0]
// CHECK-NEXT: b = old

// The old value of an output is a read at the point.
// DEPS: stencil "where_positive": radius [1]
// DEPS-NEXT: reads next low [0] high [0], 1 cell
