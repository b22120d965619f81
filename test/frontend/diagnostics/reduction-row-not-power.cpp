// Values of a row are combined by a dyadic tree. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=plan --brick=4x12 %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] double square(brick::in<double, 2> u) { return u(0, 0) * u(0, 0); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a brick row of 12 cells is not a power of two, which the reduction 'square' needs
// CHECK: note: rows are combined pair by pair: choose 8, 16, 32, ... as the last extent of --brick
