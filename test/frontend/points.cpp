// brick::point is the global index of the cell. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=source %s | FileCheck %s --check-prefix=SOURCE
// RUN: %brickc -O1 -c %s -o %t.o
#include <brick/brick.hpp>
#include <cmath>
#include <utility>

using brick::in;
using brick::out;

double distance(brick::point<2> p, double centre) {
  double y = p[0] - centre, x = p[1] - centre;
  return std::sqrt(x * x + y * y);
}

[[brick::stencil]] void source(out<double, 2> next, brick::point<2> p, in<double, 2> u, double t) {
  next(0, 0) = distance(p, 8.5) < t ? std::sin(t) : u(0, 1);
}

template <int Axis> [[brick::stencil]] void coordinate(out<int, 3> next, const brick::point<3>& p) {
  const auto i = p[Axis];
  next(0, 0, 0) = i % 2 == 0 ? static_cast<int>(i) : -1;
}

[[brick::stencil]] void taken_apart(out<double, 2> next, brick::point<2> p) {
  const auto [i, j] = p;
  auto [row, column] = p;
  row += get<1>(p);
  next(0, 0) = i < j ? row : std::as_const(column);
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, double t) {
  brick::apply<source>(next, u, t);
  swap(u, next);
}

[[brick::step]] void indices(brick::field<int, 3>& u) {
  brick::apply<coordinate<0>>(u);
  brick::apply<coordinate<2>>(u);
}

// CHECK-LABEL: stencil "source" 2d (out f64 next, point, in f64 u, scalar f64 t)
// CHECK: let y = f64(point[0]) - 8.5
// CHECK-NEXT: let x = f64(point[1]) - 8.5
// CHECK-LABEL: stencil "coordinate<0>" 3d (out i32 next, point)
// CHECK: next = point[0] % 2L == 0L ? i32(point[0]) : -1
// CHECK-LABEL: stencil "coordinate<2>" 3d (out i32 next, point)
// CHECK: next = point[2] % 2L == 0L ? i32(point[2]) : -1
// CHECK-LABEL: stencil "taken_apart" 2d (out f64 next, point)
// CHECK: next = f64(point[0] < point[1] ? point[0] + point[1] : point[1])
// CHECK: apply "source"(next, u, t)

// SOURCE: reads_ghosts{false, false, true, false};
// SOURCE: static void sweep(const brick::sweep_range& range, double* __restrict next, const double* __restrict u, double t) {
// SOURCE: const std::int64_t first_0 = brick::first_cell<shape, 0>(range, b);
// SOURCE: const vec_i64 point_0 = brick::broadcast<vec_i64>(first_0 + y{{_?}});
// SOURCE: const vec_i64 point_1 = brick::count_from<vec_i64>(first_1 + x{{_?}});
