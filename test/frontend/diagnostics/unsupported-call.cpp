// Of the standard library, <cmath> is supported. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = std::lerp(u(0, 0, 0), 2.0, 1.0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of '{{(std::)?}}lerp' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: call functions defined in this file
}
