// Shifts by more than the type has bits have no result in C++. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<int, 1> next, brick::in<int, 1> u) {
  next(0) = u(0) << 32;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: the count of this shift is negative or not less than the number of bits
}

[[brick::stencil]]
void backwards(brick::out<int, 1> next, brick::in<int, 1> u) {
  next(0) = u(0) + (1 >> -1);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: the count of this shift is negative or not less than the number of bits
}
