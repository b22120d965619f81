// One run reports the errors of all stencils, each once. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

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

// An error in several instances of a template is one error, and none of them is compiled.
template <class T> [[brick::stencil]] void third(brick::out<T, 1> next, brick::in<T, 1> u) {
  next(0) = u(100);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: offset 100 of 'u'
  // CHECK-NOT: error:
}
[[brick::step]] void both(brick::field<double, 1>& a, const brick::field<double, 1>& b, brick::field<float, 1>& c,
                          const brick::field<float, 1>& d) {
  brick::apply<third<double>>(a, b);
  brick::apply<third<float>>(c, d);
}
// CHECK: 3 errors generated
