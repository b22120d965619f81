// A three-way comparison has no scalar result. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include <compare>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  u(0, 0, 0) <=> 1.0;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: operator '<=>' is not supported on values that are not compile-time constants
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: use arithmetic
  next(0, 0, 0) = 0;
}
