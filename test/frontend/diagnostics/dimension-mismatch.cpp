// All fields have the same number of dimensions. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 2> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' has 2 dimensions, but 'next' has 3
// CHECK: note: all fields of a stencil or step have the same number of dimensions
  next(0, 0, 0) = u(0, 0);
}

[[brick::stencil]]
void with_point(brick::point<2> p, brick::out<double, 3> next) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'p' has 2 dimensions, but 'next' has 3
  next(0, 0, 0) = p[0];
}
