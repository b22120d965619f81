// A field declared in a step is a temporary on the grid of another field. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::field<double, 3> good(u.grid(), "good");
  brick::field<double, 3> bad = std::move(u);
  // CHECK: [[@LINE-1]]:27: error: field 'bad' is not declared as a temporary of the step
  // CHECK: [[@LINE-2]]:27: note: write brick::field<T, D> name(other.grid(), "name")
  swap(next, good);
}
