// An output has no value before it is written. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) += u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'next' is read where it may not have been written yet
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: make it a brick::inout, whose old value may be read
}

[[brick::stencil]]
void some_paths(brick::out<double, 1> next, brick::in<double, 1> u) {
  if (u(0) > 1)
    next(0) = 1;
  else if (u(1) > 0)
    next(0) = 2;
  next(0) += 1;
  // CHECK: [[@LINE-1]]:3: error: output 'next' is read where it may not have been written yet
}

[[brick::stencil]]
void after_break(brick::out<double, 1> next, brick::in<double, 1> u) {
  for (int i = 0; i < 3; ++i) {
    if (u(i) > 1) break;
    next(0) = i;
    next(0) += 1;
  }
  next(0) += 1;
  // CHECK: [[@LINE-1]]:3: error: output 'next' is read where it may not have been written yet
}
// CHECK: 3 errors generated
