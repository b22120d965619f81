// Trip counts are known at compile time. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x = u(0, 0, 0);
  while (x > 1) x /= 2;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: data decide after more than 128 iterations whether this loop goes on
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: what is known at compile time must end it after 128 at most
  next(0, 0, 0) = x;
}
