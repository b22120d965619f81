// The name of a stencil is unambiguous. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

void kernel(int);

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' is overloaded
// CHECK: note: brick::apply needs an unambiguous name
  next(0, 0, 0) = u(0, 0, 0);
}
