// A stencil takes fields, scalars and tables. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double& k) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'k' of type 'double &' is not supported
// CHECK: note: a stencil takes brick::in, brick::out
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::stencil]] void by_reference(brick::out<double, 1>& next, const brick::in<double, 1>& u) { next(0) = u(0); }
// CHECK: [[@LINE-1]]:61: error: parameter 'next' of type 'brick::out<double, 1> &' is not supported
// CHECK: 2 errors generated
