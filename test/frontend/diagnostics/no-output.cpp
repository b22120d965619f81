// A stencil writes something. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]]
void kernel(brick::in<double, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'kernel' has no output
// CHECK: note: a stencil or boundary kernel writes at least one brick::out parameter
}
