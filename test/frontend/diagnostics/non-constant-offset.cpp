// An offset must be known at compile time. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, int n) {
  next(0, 0, 0) = u(0, 0, n);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: the offset of 'u' along axis 2 is not a compile-time constant
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: offsets are literals
}
