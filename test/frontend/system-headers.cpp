// Headers that come by -isystem may be the user's: their functions are inlined, whatever their names.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir -isystem %S/Inputs/system %s | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>
#include <fast.hpp>

// CHECK: stencil "kernel"
// CHECK: next = 1.0 + u[0] + exp(u[0]) + -1.0 + f64(u[1] > 0.0 ? 1 : 2)
[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = fast::exp(u(0)) + std::exp(u(0)) + fast::abs(-2) + (fast::isnan(u(1)) ? 1 : 2);
}
