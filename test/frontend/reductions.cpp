// A stencil that returns a value is what brick::reduce combines. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=source --target=x86-64-v3 %s | FileCheck %s --check-prefix=SOURCE
// RUN: %brickc -O1 -c %s -o %t.o
#include <brick/brick.hpp>
#include <cmath>
#include <cstdint>

using brick::in;

[[brick::stencil]] double residual(in<double, 2> u, in<double, 2> b) {
  double r = b(0, 0) - (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
  return r * r;
}

[[brick::stencil]] int clipped(in<float, 1> u, float limit) {
  if (u(0) < limit) return 0;
  if (u(0) > 2 * limit) return 2;
  return 1;
}

[[brick::stencil]] std::int64_t weighted(in<int, 1> u, brick::point<1> p) { return u(0) * p[0]; }

// CHECK-LABEL: stencil "residual" 2d (in f64 u, in f64 b) returns f64 at
// CHECK-NEXT: let r = b[0, 0] - (u[-1, 0] + u[1, 0] + u[0, -1] + u[0, 1] - 4.0 * u[0, 0])
// CHECK-NEXT: return r * r
// CHECK-LABEL: stencil "clipped" 1d (in f32 u, scalar f32 limit) returns i32 at
// CHECK: return u[0] < limit ? 0 : u[0] > 2.0f * limit ? 2 : 1
// CHECK-LABEL: stencil "weighted" 1d (in i32 u, point) returns i64 at
// CHECK: return i64(u[0]) * point[0]

// SOURCE: struct brick::generated<residual> {
// SOURCE: reads_ghosts{true, false};
// SOURCE: using value_type = double;
// SOURCE: static void sweep(const brick::sweep_range& range, double* values, const double* __restrict u
// SOURCE: const brick::brick_values<double, shape> result_at(values);
// SOURCE: result_at.store(r * r, y, x);
// SOURCE: values += shape::cells;
