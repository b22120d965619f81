// A brick row is a whole number of vectors. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=plan --brick=9 %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1); }
// CHECK: error: a brick row of 9 cells is not a whole number of vectors of 'kernel'
// CHECK: note: choose a last extent of --brick
