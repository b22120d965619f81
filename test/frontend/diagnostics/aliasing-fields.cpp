// A field is not read and written in one call. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = k * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<kernel>(u, u, k);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: field 'u' is an output of 'kernel' and also another argument of the same call
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: {{.*}}, then swap
}

struct levels {
  std::array<brick::field<double, 3>, 2> u;
};
[[brick::step]]
void of_group(levels& s, double k) {
  brick::apply<kernel>(s.u[1], s.u[1], k);
  // CHECK: [[@LINE-1]]:24: error: field 's.u[1]' is an output of 'kernel' and also another argument of the same call
  brick::field<double, 3> t(s.u[0].grid(), "t");
  brick::apply<kernel>(t, t, k);
  // CHECK: [[@LINE-1]]:24: error: field 't' is an output of 'kernel' and also another argument of the same call
}
