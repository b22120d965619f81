// Calls are inlined, so the function must be defined. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

double elsewhere(double x);

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = elsewhere(u(0, 0, 0));
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'elsewhere' is called but not defined in this file
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: define it before the stencil
}
