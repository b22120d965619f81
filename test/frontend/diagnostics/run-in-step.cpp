// A step is part of another one that calls it. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& v) { brick::apply<copy>(v, u); }

[[brick::step]] void twice(brick::field<double, 1>& u, brick::field<double, 1>& v) {
  brick::run<advance>(2, u, v);
  // CHECK: [[@LINE-1]]:3: error: brick::run is called in a step
  // CHECK: [[@LINE-2]]:3: note: call the other step as a function, in a loop with a constant trip count
}
