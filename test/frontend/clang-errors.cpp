// Errors of C++ itself are Clang's. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = v(0);
  // CHECK: clang-errors.cpp:[[@LINE-1]]:13: error: use of undeclared identifier 'v'
  next(0) = u(0, 0);
  // CHECK: clang-errors.cpp:[[@LINE-1]]:14: error: 'operator(){{.*}}' is unavailable: a field takes one offset for each
  next(0) = u(0.5);
  // CHECK: clang-errors.cpp:[[@LINE-1]]:14: error: 'operator(){{.*}}' is unavailable: a field takes one offset for each
}
