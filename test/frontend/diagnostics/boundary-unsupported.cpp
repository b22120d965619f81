// Boundary kernels are not supported yet. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::boundary]]
void inlet(brick::out<double, 3> next, double t) {
  // CHECK: [[@LINE-1]]:6: error: boundary kernel 'inlet': brick::boundary is not supported yet
  // CHECK: note: use the grid's boundary conditions
  next(0, 0, 0) = t;
}
