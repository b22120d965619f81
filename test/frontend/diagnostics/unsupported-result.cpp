// A reduction returns a number. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] bool positive(brick::in<double, 1> u) { return u(0) > 0; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: stencil 'positive' returns 'bool'
// CHECK: note: a reduction returns float, double, int or std::int64_t by value, every other stencil void

double zero = 0;
[[brick::stencil]] double& reference(brick::in<double, 1> u) { return zero; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: stencil 'reference' returns 'double &'
