// Expressions outside the language are refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  if (u(0, 0, 0) < 0) throw 1;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'throw' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: a stencil computes with
  next(0, 0, 0) = u(0, 0, 0);
}
