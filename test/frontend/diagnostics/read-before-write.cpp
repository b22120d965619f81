// An output has no value before it is written. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) += u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'next' is read where it may not have been written yet
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: make it a brick::inout, whose old value may be read
}
