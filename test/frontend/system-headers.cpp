// Headers that come by -isystem may have functions of the user's that are named like those of <cmath>.
// SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir -isystem %S/Inputs/system %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>
#include <fast.hpp>

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = fast::exp(u(0)) + std::exp(u(0));
  // CHECK: [[@LINE-1]]:13: error: call of 'fast::exp' is not supported in a stencil
  next(0) += fast::abs(u(0) > 1);
  // CHECK: [[@LINE-1]]:14: error: call of 'fast::abs' is not supported in a stencil
  next(0) += fast::isnan(u(1)) ? 1 : 2;
  // CHECK: [[@LINE-1]]:14: error: call of 'fast::isnan' is not supported in a stencil
}
// CHECK: 3 errors generated.
