// Boundary kernels are compiled like stencils where that is possible, and left as they are elsewhere, without a word.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s 2>&1 | FileCheck %s
// RUN: %brickc --emit=source %s -o - | FileCheck %s --check-prefix=SOURCE
// RUN: %brickc -Wall -Wextra -Werror -O1 -c %s -o %t.o
#include <brick/brick.hpp>
#include <cmath>
#include <cstdio>

using brick::in;
using brick::out;
using brick::point;

namespace walls {
struct spring {
  double stiffness = 2;
};

// CHECK:      boundary "walls::hold" 2d (out f64 u, in f64 v, point, record k {f64 k_stiffness ".stiffness"})
// CHECK-NEXT:   u = point[0] < 0L ? k_stiffness * v[1, 0] : v[-1, 0]
// SOURCE:      struct brick::generated<walls::hold>
[[brick::boundary]] void hold(out<double, 2> u, in<double, 2> v, point<2> p, spring k) {
  u(0, 0) = p[0] < 0 ? k.stiffness * v(1, 0) : v(-1, 0);
}
} // namespace walls

// CHECK:      boundary "mirror<1>" 2d (out f64 u, in f64 v)
// CHECK:      boundary "mirror<-1>" 2d (out f64 u, in f64 v)
// SOURCE-DAG: struct brick::generated<mirror<1>>
// SOURCE-DAG: struct brick::generated<mirror<-1>>
template <int Inward> [[brick::boundary]] void mirror(out<double, 2> u, in<double, 2> v) {
  u(0, 0) = -v(0, Inward);
}

// Some cells keep what they had.
// CHECK:      boundary "sometimes" 2d (out f64 u, point)
// CHECK-NEXT:   u = point[1] % 2L == 0L ? 1.0 : u[0, 0]
[[brick::boundary]] void sometimes(out<double, 2> u, point<2> p) {
  if (p[1] % 2 == 0) u(0, 0) = 1;
}

// What follows runs as it is.
// CHECK-NOT:  boundary "{{.*}}" 2d
// SOURCE-NOT: struct brick::generated<{{says|counts|places|chosen|inner}}
[[brick::boundary]] void says(out<double, 2> u, point<2> p) {
  if (p[0] > 1'000'000) std::puts("far away");
  u(0, 0) = 0;
}
int calls = 0;
[[brick::boundary]] void counts(out<double, 2> u) { u(0, 0) = ++calls; }
[[brick::boundary]] void places(out<double, 2> u, in<double, 2> v, point<2> p) { u(0, 0) = v(0, static_cast<int>(-p[1])); }
#ifdef __OPTIMIZE__
constexpr double factor = 2;
#else
constexpr double factor = 3;
#endif
[[brick::boundary]] void chosen(out<double, 2> u) { u(0, 0) = factor; }
struct inner {
  [[brick::boundary]] static void member(out<double, 2> u) { u(0, 0) = 1; }
};

[[brick::stencil]] void smooth(out<double, 2> next, in<double, 2> u) { next(0, 0) = 0.5 * (u(1, 0) + u(0, -1)); }

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, walls::spring k) {
  const auto& grid = u.grid();
  brick::apply_boundary<walls::hold>(grid.low(0), u, u, k);
  brick::apply_boundary<mirror<1>>(grid.low(1), u, u);
  brick::apply_boundary<mirror<-1>>(grid.high(1), u, u);
  brick::apply_boundary<sometimes>(grid.high(0), u);
  brick::apply_boundary<says>(grid.high(0), u);
  brick::apply_boundary<counts>(grid.high(0), u);
  brick::apply_boundary<places>(grid.low(1), u, u);
  brick::apply<smooth>(next, u);
}
