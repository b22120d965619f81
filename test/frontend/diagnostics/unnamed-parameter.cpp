// Generated code needs names. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double, int) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 3 of 'kernel' has no name
// CHECK: note: name it
// CHECK: [[@LINE-3]]:{{[0-9]+}}: error: parameter 4 of 'kernel' has no name
  next(0, 0, 0) = u(0, 0, 0);
}
