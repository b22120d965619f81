// Cells of an inout field are updated in no order. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::inout<double, 3> u) {
  u(0, 0, 0) = u(-1, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: brick::inout field 'u' is read at an offset from the point
  // CHECK: note: cells are updated in no order: read the neighbours from a brick::in field
  u(0, 0, 1) += 2;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: output 'u' is written at an offset from the point
}
