// Attributes say what a function is, and nothing else. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil(3)]] void kernel(brick::out<double, 3> next, brick::in<double, 3> u) { next(0, 0, 0) = u(0, 0, 0); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: attribute 'brick::stencil' takes no arguments
