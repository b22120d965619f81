// A step returns nothing. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
double advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  // CHECK: [[@LINE-1]]:8: error: step 'advance' returns a value
  // CHECK: note: make it return void
  brick::apply<kernel>(next, u, k);
  return k;
}
