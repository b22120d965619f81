// Division by a constant zero. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, int n) {
  int zero = 0;
  next(0, 0, 0) = n / zero + u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: division by the constant zero
}
