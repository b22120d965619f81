// Every path of a reduction returns. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] double positive(brick::in<double, 1> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: stencil 'positive' does not return a value on every path
// CHECK: note: end it with a return statement
  if (u(0) > 0) return u(0);
}
