// Loops are unrolled, up to a limit. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x = u(0, 0, 0);
  for (int i = 0; i < 1000000; ++i) x += 1;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: this loop runs for more than 4096 iterations
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: loops are unrolled
  next(0, 0, 0) = x;
}
