// Strict mode keeps the library's functions: Clang must not take sqrt(x) for pow(x, 0.5), which rounds differently.
// SPDX-License-Identifier: MIT
// RUN: %brickc --fp=strict -O2 --host-compiler=%clang -S %s -o - | FileCheck %s
// RUN: %brickc --reference -O2 --host-compiler=%clang -S %s -o - | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>

[[brick::stencil]] void root(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = std::pow(u(0), 0.5); }

double outside(double x) { return std::pow(x, 0.5); }

// CHECK-LABEL: outside
// CHECK-NOT: sqrt
// CHECK: {{call|jmp}}{{.*}}pow
