// Tables are indexed with constants. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, std::array<double, 2> c, int n) {
  next(0, 0, 0) = c[n] * u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: index of 'c' is not a compile-time constant
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: arrays are indexed with literals
}
