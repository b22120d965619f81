// The operation of a reduction is a named constant. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
double value(brick::in<double, 3> u) {
  return u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u) {
  brick::reduce<value>(brick::associative([](double a, double b) { return a < b ? b : a; }, 0.0), u);
  // CHECK: [[@LINE-1]]:24: error: the operation of this reduction is not known to be associative
  // CHECK: [[@LINE-2]]:24: note: pass brick::sum, brick::min, brick::max, or a constexpr variable at namespace scope
}
