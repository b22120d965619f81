// Every output is written. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next,
            brick::out<double, 3> other,
            // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'other' is never written
            // CHECK: note: write it at the point, or make it an input
            brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}
