// What a step may hold is listed in the note. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>
#include <cstdio>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<kernel>(next, u, k);
  u.fill([](const brick::point<3>&) { return 0.0; });
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a call of '{{.*}}fill' is not supported in a step
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: a step is made of
  std::printf("%g", k);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a call of 'printf' is not supported in a step
  goto end;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'goto' is not supported in a step
end:
  swap(u, next);
}
