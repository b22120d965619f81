// Pointers are refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x = u(0, 0, 0);
  double* p = &x;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: pointer type 'double *' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: use references
  next(0, 0, 0) = *p;
}
