// Nested loops are unrolled, up to a limit. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x = u(0, 0, 0);
  for (int i = 0; i < 100; ++i)
    for (int j = 0; j < 100; ++j)
      for (int k = 0; k < 100; ++k)
        x += k;
        // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: the body grows beyond 400000 operations
        // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: split the stencil in several
  next(0, 0, 0) = x;
}
