// A function is a stencil, a step or a boundary kernel. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil, brick::step]] void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}
// CHECK: [[@LINE-3]]:{{[0-9]+}}: error: attributes 'brick::step' and 'brick::stencil' exclude each other
[[brick::stencil]] [[brick::boundary]] void other(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}
// CHECK: [[@LINE-3]]:{{[0-9]+}}: error: attributes 'brick::boundary' and 'brick::stencil' exclude each other
