// The brick has as many extents as a stencil has dimensions. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=plan --brick=8x8 %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1); }
// CHECK: error: --brick names 2 extents, but no stencil has as many dimensions
// CHECK: note: name one extent for each dimension
