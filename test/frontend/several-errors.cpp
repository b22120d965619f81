// One run reports the errors of all stencils, each once. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void first(brick::out<double, 1> next, brick::in<double, 1> u, int n) {
  for (int i = 0; i < 3; ++i) next(0) = u(n);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: the offset of 'u'
  // CHECK-NOT: error:
}

[[brick::stencil]] void second(brick::out<double, 1> next, brick::in<double, 1> u) {
  double* p = nullptr;
  // CHECK: [[@LINE-1]]:11: error: pointer type
  next(0) = u(0);
}
// CHECK: 2 errors generated
