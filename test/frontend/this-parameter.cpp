// Functions whose first parameter is the object. SPDX-License-Identifier: MIT
// REQUIRES: explicit-object
// RUN: %brickc --emit=ir -std=c++23 %s | FileCheck %s
// RUN: not %brickc --emit=ir -std=c++23 -DCAPTURES %s 2>&1 | FileCheck %s --check-prefix=CAPTURES
#include <brick/accessor.hpp>

struct cell {
  double value;
  double operator()(this const cell& self, double more) { return self.value * more; }
  double operator-(this const cell& self, double less) { return 10 * self.value - less; }
  double operator[](this cell self, int i) { return self.value + i; }
  double half(this const cell& self) { return self.value / 2; }
};

// CHECK: stencil "kernel"
// CHECK: next = c_0 * u[1] + (10.0 * c_0 - u[2]) + (c_0 + 3.0) + c_0 / 2.0
[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  const cell c{u(-1)};
  next(0) = c(u(1)) + (c - u(2)) + c[3] + c.half();
#ifdef CAPTURES
  double x = u(0);
  const auto closure = [x](this auto self, double y) { return x + y; };
  next(0) += closure(1.0);
  // CAPTURES: [[@LINE-1]]:{{[0-9]+}}: error: call of 'a closure that is its own parameter' is not supported
#endif
}
