// A step is a sequence of apply and swap. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  for (int i = 0; i < 2; ++i) {
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: this statement is not supported in a step
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: a step is a sequence of
    brick::apply<kernel>(next, u, k);
    swap(u, next);
  }
  u.fill(0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a call of '{{.*}}fill' is not supported in a step
}
