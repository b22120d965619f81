// Types outside the language are refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  long double x = u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'long double' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: use float, double, bool
  next(0, 0, 0) = x;
}
