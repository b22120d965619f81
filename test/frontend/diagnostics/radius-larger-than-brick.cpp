// A stencil reads no further than the next brick. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=plan --brick=8 %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-10); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' reads 10 cells away on axis 0, but a brick has 8 cells there
// CHECK: note: choose a larger brick with --brick
