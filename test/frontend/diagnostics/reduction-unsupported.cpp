// Reductions are not supported yet. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
double residual(brick::in<double, 3> u) {
  // CHECK: [[@LINE-1]]:8: error: stencil 'residual' returns a value: reductions are not supported yet
  // CHECK: note: write the value to an output field
  return u(0, 0, 0);
}
