// The position is not known to stencils yet. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include <brick/point.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::point<3> p) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: brick::point is not supported in a stencil yet ('p')
// CHECK: note: store what depends on the position in a field
  next(0, 0, 0) = static_cast<double>(p[0]);
}
