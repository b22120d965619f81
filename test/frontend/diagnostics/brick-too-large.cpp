// Bricks have a limited number of cells. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=plan --brick=1024x1024 %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void kernel(brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 1); }
// CHECK: error: a brick of 1024x1024 cells is not between 1 and 65536 cells
// CHECK: note: choose the extents with --brick=AxBxC
