// Elements of several types in one stencil, with C++'s conversions. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=plan --target=x86-64-v3 %s | FileCheck %s --check-prefix=PLAN
#include <brick/accessor.hpp>
#include <cstdint>

using brick::in;
using brick::out;

[[brick::stencil]] void life(out<int, 2> next, in<int, 2> cell) {
  int alive = 0;
  for (int y = -1; y <= 1; ++y)
    for (int x = -1; x <= 1; ++x)
      if (x != 0 || y != 0) alive += cell(y, x);
  next(0, 0) = alive == 3 || (alive == 2 && cell(0, 0));
}

[[brick::stencil]] void masked(out<double, 2> next, in<float, 2> u, in<int, 2> mask, float k) {
  next(0, 0) = mask(0, 0) & 4 ? u(0, 1) * k : 0.5 * u(0, 0);
}

[[brick::stencil]] void bits(out<std::int64_t, 1> wide, out<int, 1> narrow, in<int, 1> a, in<std::int64_t, 1> b) {
  wide(0) = (a(0) << 3) + (b(0) >> a(1)) | ~b(-1);
  narrow(0) = a(0) / a(1) % 7 ^ (b(0) > 5);
}

[[brick::stencil]] void floats(out<float, 1> next, in<float, 1> u, double k) { next(0) = u(0) * 2 + k; }

// CHECK-LABEL: stencil "life" 2d (out i32 next, in i32 cell)
// CHECK-NEXT: let alive = 0 + cell[-1, -1] + cell[-1, 0]
// CHECK-NEXT: next = alive == 3 || alive == 2 && cell[0, 0] != 0 ? 1 : 0
// CHECK-LABEL: stencil "masked" 2d (out f64 next, in f32 u, in i32 mask, scalar f32 k)
// CHECK-NEXT: next = (mask[0, 0] & 4) != 0 ? f64(u[0, 1] * k) : 0.5 * f64(u[0, 0])
// CHECK-LABEL: stencil "bits" 1d (out i64 wide, out i32 narrow, in i32 a, in i64 b)
// CHECK-NEXT: wide = i64(a[0] << 3) + (b[0] >> i64(a[1])) | ~b[-1]
// CHECK-NEXT: narrow = a[0] / a[1] % 7 ^ (b[0] > 5L ? 1 : 0)
// CHECK-LABEL: stencil "floats" 1d (out f32 next, in f32 u, scalar f64 k)
// CHECK-NEXT: next = f32(f64(u[0] * 2.0f) + k)

// Vectors of a kernel have one number of lanes: those of the widest type that is stored or computed with.
// PLAN: name: life
// PLAN: lanes: 8
// PLAN: name: masked
// PLAN: lanes: 4
// PLAN: name: bits
// PLAN: lanes: 4
// PLAN: name: floats
// PLAN: lanes: 4
