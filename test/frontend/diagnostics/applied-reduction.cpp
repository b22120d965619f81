// A stencil that returns a value is reduced, not applied. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
double square(brick::in<double, 3> u) {
  return u(0, 0, 0) * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u) {
  brick::apply<square>(u);
  // CHECK: error: stencil 'square' returns a value, but is applied
  // CHECK: note: use brick::reduce
}
