// Types outside the language are refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

struct narrow {
  int low : 3;
  int high;
};
constexpr narrow small{3, 4};
int sum(narrow n, int more) {
  n.low += more;
  return n.low + n.high;
}

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  long double x = u(0, 0, 0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'long double' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: use float, double, bool
  next(0, 0, 0) = x + sum(small, 2);
  // CHECK: [[@LINE-11]]:{{[0-9]+}}: error: type 'narrow' is not supported in a stencil
}
