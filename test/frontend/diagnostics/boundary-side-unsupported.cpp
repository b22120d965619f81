// A side is one of a field's grid, on a constant axis. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::boundary]]
void inlet(brick::out<double, 1> u, double t) { u(0) = t; }

[[brick::step]]
void advance(brick::field<double, 1>& u, double t, int axis) {
  brick::apply_boundary<inlet>(u.grid().low(0), u, t);
  brick::apply_boundary<inlet>(u.grid().high(axis), u, t);
  // CHECK: [[@LINE-1]]:32: error: this is no side of the domain: grid().low(axis) or grid().high(axis) of an axis that there is
  // CHECK: [[@LINE-2]]:32: note: write field.grid().low(0)
  brick::apply_boundary<inlet>(u.grid().high(1), u, t);
  // CHECK: [[@LINE-1]]:32: error: this is no side of the domain
  const auto chosen = axis > 0 ? u.grid().low(0) : u.grid().high(0);
  brick::apply_boundary<inlet>(chosen, u, t);
  // CHECK: [[@LINE-1]]:32: error: this is no side of the domain
  const brick::face other{0, false};
  brick::apply_boundary<inlet>(other, u, t);
  // CHECK: [[@LINE-1]]:32: error: this is no side of the domain
}
