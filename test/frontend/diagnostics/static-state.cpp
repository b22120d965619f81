// A stencil depends on its arguments only. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

double factor = 2;
struct changing {
  mutable double value = 1;
};
const changing counter;

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  static int calls = 0;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'calls' is static or global mutable state
  next(0, 0, 0) = factor * u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'factor' is static or global mutable state
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: {{.*}} pass the value as a scalar
  next(0, 0, 0) += counter.value;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'counter' is static or global mutable state
}
