// A template that is not used has no instance to compile. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>

template <int R> [[brick::stencil]] void star(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(R); }

// CHECK: module
// CHECK-NOT: stencil
