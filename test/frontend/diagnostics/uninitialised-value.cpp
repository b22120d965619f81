// Locals have a value before they are used. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x;
  next(0, 0, 0) = x + u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'x' is used before it has a value
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: initialise it
  double itself = itself;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'itself' is used before it has a value
}
