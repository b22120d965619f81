// A reduction writes no field. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] double change(brick::out<double, 1> next, brick::in<double, 1> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: stencil 'change' returns a value and also writes 'next'
// CHECK: note: a stencil either writes fields or returns a value for brick::reduce: split it in two
  next(0) = u(1);
  return u(1) - u(0);
}
