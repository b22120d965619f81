// The number of steps is an integer. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& v) { brick::apply<copy>(v, u); }

// CHECK-NOT: error
void simulate(double end, float dt, int every, brick::field<double, 1>& u, brick::field<double, 1>& v) {
  brick::run<advance>(1e3, u, v); // a thousand
  brick::run<advance>(every, u, v);
  brick::run<advance>(static_cast<int>(end / dt), u, v);
  brick::run<advance>(end / dt, u, v);
  // CHECK: [[@LINE-1]]:23: error: the number of steps is a 'double'
  // CHECK: [[@LINE-2]]:23: note: round it to an integer
  brick::run<advance>(2.5f, u, v);
  // CHECK: [[@LINE-1]]:23: error: the number of steps is a 'float'
  brick::run_until<advance>(end, [] { return false; }, 100, u, v);
  // CHECK: [[@LINE-1]]:29: error: the number of steps is a 'double'
  brick::run_until<advance>(10, [] { return false; }, end, u, v);
  // CHECK: [[@LINE-1]]:55: error: the number of steps is a 'double'
}
