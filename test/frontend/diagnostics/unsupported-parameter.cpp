// A stencil takes fields, scalars and tables. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double& k) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'k' of type 'double &' is not supported
// CHECK: note: a stencil takes brick::in, brick::out
  next(0, 0, 0) = k * u(0, 0, 0);
}
