// --explain puts the plan into words, as remarks on the user's lines. SPDX-License-Identifier: MIT
// RUN: %brickc --explain --target=x86-64-v3 --emit=plan %s -o /dev/null 2>&1 | FileCheck %s
#include <brick/brick.hpp>

// CHECK: explain.cpp:[[@LINE+1]]:25: remark: stencil 'blur' reads 5 points within radius 1x1; swept over bricks of 16x32 f64 (4096 bytes each) in vectors of 4 for x86-64-v3
[[brick::stencil]] void blur(brick::out<double, 2> next, brick::in<double, 2> u) {
  next(0, 0) = 0.2 * (u(0, 0) + u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
}

// CHECK: explain.cpp:[[@LINE+1]]:22: remark: step 'advance' needs a halo of 1x1 cells; ghost zone one brick (16x32) deep; 1 exchange(s) a step by memmap
[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  brick::apply<blur>(next, u);
  swap(u, next);
}
