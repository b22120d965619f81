// Boundary kernels write, as stencils do. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

// CHECK: [[@LINE+1]]:28: error: boundary kernel 'inlet' returns a value
[[brick::boundary]] double inlet(brick::out<double, 2> u, double t) {
  u(0, 0) = t;
  return t;
}

// CHECK: [[@LINE+2]]:26: error: 'look' has no output
// CHECK: note: a stencil or boundary kernel writes at least one brick::out parameter
[[brick::boundary]] void look(brick::in<double, 2>, double) {}

template <class T> [[brick::boundary]] void any(brick::out<T, 2> u) {
  u(0, 0) = 0;
}

[[brick::step]] void advance(brick::field<double, 2>& u) {
  brick::apply_boundary<any<double>>(u.grid().low(0), u);
}
// CHECK: 2 errors generated
