// Stencils are free functions. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

struct scheme {
  [[brick::stencil]]
  static void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
    // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' is not a free function at namespace scope
    // CHECK: note: make it a function of a namespace
    next(0, 0, 0) = u(0, 0, 0);
  }
};

/// Nothing more is said where it is used.
[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::apply<scheme::kernel>(next, u);
}
// CHECK: 1 error generated
