// Trip counts are known at compile time. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>

[[brick::stencil]]
void shift(brick::out<double, 3> next, brick::in<double, 3> u) { next(0, 0, 0) = u(0, 0, 1); }

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x = u(0, 0, 0);
  while (x > 1) x /= 2;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: data decide after more than 128 iterations whether this loop goes on
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: what is known at compile time must end it after 128 at most
  next(0, 0, 0) = x;
}

[[brick::stencil]]
void scale(brick::inout<double, 3> u, double k) { u(0, 0, 0) *= k; }

// What is wrong in the body is all that is said.
[[brick::step]]
void grow(brick::field<double, 3>& u, int n) {
  for (int i = 0; i < n; ++i) {
    static int calls = 0;
    // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'calls'
    brick::apply<scale>(u, 2);
  }
}

[[brick::step]]
void advance(brick::field<double, 3>& u, const std::array<double, 200>& k, int n) {
  for (int i = 0; i < n; ++i) brick::apply<scale>(u, k[i]);
  // CHECK: [[@LINE-1]]:56: error: index of 'k' is not a compile-time constant
}
