// Calls are inlined, so they cannot recurse. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'power' calls itself
// CHECK: note: calls are inlined: rewrite the recursion as a loop
// CHECK: [[@LINE+4]]:{{[0-9]+}}: note: in the call of 'power' here

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = power(u(0, 0, 0), 3);
}

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }

[[brick::step]]
void advance(brick::field<double, 1>& u, brick::field<double, 1>& next, int times) {
  brick::apply<copy>(next, u);
  if (times > 0) advance(next, u, times - 1);
  // CHECK: [[@LINE-1]]:18: error: 'advance' calls itself
}
// CHECK: 2 errors generated
