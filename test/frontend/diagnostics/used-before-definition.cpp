// Generated code stands behind the definition, so uses follow it. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

void kernel(brick::out<double, 3> next, brick::in<double, 3> u);

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::apply<kernel>(next, u);
  // CHECK: [[@LINE-1]]:16: error: 'kernel' is used before its definition
  // CHECK: note: define stencils before the steps that apply them
}

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}
