// A boundary kernel has its own attribute. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

void inlet(brick::out<double, 1> u, double t) { u(0) = t; }

[[brick::step]]
void advance(brick::field<double, 1>& u, double t) {
  brick::apply_boundary<inlet>(u.grid().low(0), u, t);
  // CHECK: [[@LINE-1]]:3: error: 'inlet' is applied to a boundary but has no {{\[\[}}brick::boundary]]
  // CHECK: [[@LINE-2]]:3: note: mark its definition with the attribute
}
