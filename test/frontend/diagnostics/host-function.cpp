// Functions of brick for the host program are not known in steps. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void scale(brick::out<double, 2> next, brick::in<double, 2> u, double k) { next(0, 0) = k * u(0, 0); }

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  brick::apply<scale>(next, u, 1.0 / u.grid().cells()[0]);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'cells' of brick is not known where stencils and steps are compiled
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: pass what it returns as a parameter
}
