// A region is written where it is used. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void twice(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = 2 * u(0);
}

[[brick::step]]
void advance(brick::field<double, 1>& u, brick::field<double, 1>& next, const brick::box<1>& half) {
  brick::apply<twice>(brick::on(half), next, u);
  brick::apply<twice>(brick::region<1>{half}, next, u);
  // CHECK: [[@LINE-1]]:23: error: this region is not brick::on(box)
  // CHECK: [[@LINE-2]]:23: note: the box is a parameter of the step
}
