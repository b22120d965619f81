// A stencil that returns nothing is applied, not reduced. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void twice(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = 2 * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::reduce<twice>(brick::sum, next, u);
  // CHECK: error: stencil 'twice' returns no value to reduce
  // CHECK: note: use brick::apply
}
