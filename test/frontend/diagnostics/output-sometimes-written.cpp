// Every output is written on every path. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'next' is not written on every path
// CHECK: note: write it in every branch
  if (u(0, 0, 0) > 0) next(0, 0, 0) = u(0, 0, 0);
}
