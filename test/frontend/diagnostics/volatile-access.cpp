// A stencil has no side effects. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  volatile double x = u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'x' is volatile
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: {{.*}}remove volatile
  next(0, 0, 0) = x;
}
