// Indices are checked. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, std::array<double, 2> c) {
  double sum = 0;
  for (int i = 0; i <= 2; ++i)
    sum += c[i] * u(0, 0, 0);
    // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: index 2 is outside 'c', which has 2 elements
  next(0, 0, 0) = sum;
}

struct table {
  std::array<double, 2> values{1, 2};
};
[[brick::stencil]]
void of_member(brick::out<double, 1> next) {
  table t;
  next(0) = t.values[2];
  // CHECK: [[@LINE-1]]:22: error: index 2 is outside 't.values', which has 2 elements
}

[[brick::stencil]]
void of_point(brick::out<double, 1> next, brick::point<1> where) {
  next(0) = where[1];
  // CHECK: [[@LINE-1]]:19: error: index 1 is outside 'where', which has 1 elements
}
