// Outputs are read back at the point only. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
  next(0, 0, 0) = 2 * next(0, 0, -1);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'next' is read at an offset from the point
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: split the stencil in two
}
