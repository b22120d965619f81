// Calls are inlined, so they cannot recurse. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

double power(double x, int n) { return n == 0 ? 1 : x * power(x, n - 1); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'power' calls itself
// CHECK: note: calls are inlined: rewrite the recursion as a loop
// CHECK: [[@LINE+4]]:{{[0-9]+}}: note: in the call of 'power' here

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = power(u(0, 0, 0), 3);
}
