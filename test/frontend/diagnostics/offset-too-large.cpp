// Halos are at most 16 cells deep. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(17, 0, 0) + u(0, -16, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: offset 17 of 'u' is larger than the supported 16 cells
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: split the stencil
}
