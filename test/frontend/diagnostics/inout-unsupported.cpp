// Inout parameters are not supported yet. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::inout<double, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: brick::inout is not supported yet ('u')
// CHECK: note: read from a brick::in
  u(0, 0, 0) *= 2;
}
