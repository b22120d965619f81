// Outputs are written at the point. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 1) = u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'next' is written at an offset from the point
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: a stencil writes its outputs at the point only
}
