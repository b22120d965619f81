// An argument for every parameter. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<kernel>(next, u);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' is called with 2 argument(s), not 3
  brick::apply<kernel>(next, u, k, k);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' is called with 4 argument(s), not 3
}
