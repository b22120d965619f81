// Statements outside the language are refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, int n) {
  goto end;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'goto' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: a stencil may use locals
  switch (n) {
    // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a 'switch' with labels inside other blocks is not supported in a stencil
    {
    case 1:
      next(0, 0, 0) = 1;
    }
  }
end:
  next(0, 0, 0) = u(0, 0, 0);
}
