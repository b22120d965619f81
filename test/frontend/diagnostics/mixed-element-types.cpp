// All fields of a stencil have the same element type. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<float, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' holds float, but 'next' holds double
// CHECK: note: all fields of a stencil have the same element type so far
  next(0, 0, 0) = u(0, 0, 0);
}
