// What comes for C's `...` has no type. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u, ...) { next(0) = u(0); }
// CHECK: [[@LINE-1]]:25: error: 'copy' has a parameter '...'
// CHECK: [[@LINE-2]]:25: note: name its parameters, or make it a template with a pack of them
