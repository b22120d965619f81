// Constants that the program computes when it starts are scalars. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>

const double root = std::sqrt(2.0);
extern const double elsewhere;

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = root * u(0);
  // CHECK: [[@LINE-1]]:13: error: the value of the constant 'root' is not known when the program is compiled
  // CHECK: [[@LINE-2]]:13: note: pass it as a scalar, or make it constexpr
  next(0) += elsewhere;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'elsewhere' is not known when the program is compiled
}
