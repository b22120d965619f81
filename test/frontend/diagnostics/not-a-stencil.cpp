// Only stencils are applied. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<kernel>(next, u, k);
  // CHECK-NOT: warning
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: error: 'kernel' is applied but has no {{\[\[}}brick::stencil{{\]\]}}
  // CHECK: [[@LINE-3]]:{{[0-9]+}}: note: mark its definition with the attribute
}
