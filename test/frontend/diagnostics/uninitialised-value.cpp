// Locals have a value before they are used. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  double x;
  next(0, 0, 0) = x + u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'x' is used before it has a value
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: initialise it
  double itself = itself;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'itself' is used before it has a value
}

struct inner {
  std::array<double, 2> pair;
  double other;
};
struct outer {
  std::array<inner, 2> parts;
};

/// Members are named as the user does.
[[brick::stencil]]
void of_members(brick::out<double, 1> next, brick::in<double, 1> u) {
  outer x;
  x.parts[1].pair[0] = u(0);
  next(0) = x.parts[1].pair[0] + x.parts[1].pair[1];
  // CHECK: [[@LINE-1]]:34: error: 'x.parts[1].pair[1]' is used before it has a value
  const auto of_lambda = [x] { return x.parts[0].other; };
  next(0) = of_lambda();
  // CHECK: [[@LINE-2]]:39: error: 'x.parts[0].other' is used before it has a value
}
