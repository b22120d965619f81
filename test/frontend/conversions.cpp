// C++'s conversions are explicit; arithmetic keeps its order. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc -O0 --host-compiler=%cxx -c %s -o %t.o
// RUN: %brickc -O0 --host-compiler=%clang -c %s -o %t.o
#include <brick/accessor.hpp>

using brick::in;
using brick::out;


[[brick::stencil]] void mixed(out<double, 1> o, in<double, 1> u, float f, int n, long m, bool flag) {
  float g = 0.1 * u(0);
  g += 0.5 * u(1);
  o(0) = g * f + n / 2 * m + flag + (u(0) > 1) * 2 + (n ? 1 : 2);
}

[[brick::stencil]] void single(out<float, 1> o, in<float, 1> u, float k) { o(0) = u(0) + 0.5f * k * (u(1) - u(-1)); }

[[brick::stencil]] void order(out<double, 1> o, in<double, 1> u, double k) {
  o(0) = u(0) - (u(1) - k) + (u(-1) + k) + (u(0) * 2) / (k * 3) - -k + 0 * u(0) + (1.0 / 3 + 0.5);
}
/// What is the same in all cells stays a scalar.
[[brick::stencil]] void truncated(out<int, 1> o, in<int, 1> u, double k) { o(0) = u(0) + static_cast<int>(k * 10); }

// CHECK-LABEL: stencil "mixed" 1d (out f64 o, in f64 u, scalar f32 f, scalar i32 n, scalar i64 m, scalar bool flag) at {{[0-9:]+}} {
// CHECK-NEXT: let g = f32(f64(f32(0.1 * u[0])) + 0.5 * u[1]) at {{[0-9:]+}}
// CHECK-NEXT: o = f64(g * f + f32(i64(n / 2) * m) + f32(flag ? 1 : 0) + f32((u[0] > 1.0 ? 1 : 0) * 2) + f32(n != 0 ? 1 : 2)) at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "single" 1d (out f32 o, in f32 u, scalar f32 k) at {{[0-9:]+}} {
// CHECK-NEXT: o = u[0] + 0.5f * k * (u[1] - u[-1]) at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "order" 1d (out f64 o, in f64 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: o = u[0] - (u[1] - k) + (u[-1] + k) + u[0] * 2.0 / (k * 3.0) - -k + 0.0 * u[0] + 0.8333333333333333 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "truncated" 1d (out i32 o, in i32 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: o = u[0] + i32(k * 10.0) at {{[0-9:]+}}
// CHECK-NEXT: }
