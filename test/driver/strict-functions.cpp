// Strict and reference mode call the library: host compilers must neither evaluate functions of constants nor replace
// pow(x, 0.5) by a square root or pow(x, 2) by a product, which round differently. Other modes multiply.
// SPDX-License-Identifier: MIT
// RUN: %brickc --fp=strict -O2 --host-compiler=%clang -S %s -o - | FileCheck %s
// RUN: %brickc --reference -O2 --host-compiler=%clang -S %s -o - | FileCheck %s
// RUN: %brickc --fp=strict -O2 --host-compiler=%cxx -S %s -o - | FileCheck %s
// RUN: %brickc --reference -O2 --host-compiler=%cxx -S %s -o - | FileCheck %s
// RUN: %brickc --emit=ir --passes=default --fp=strict %s | FileCheck --check-prefix=STRICT %s
// RUN: %brickc --emit=ir --passes=default --fp=contract %s | FileCheck --check-prefix=CONTRACT %s
#include <brick/accessor.hpp>
#include <cmath>

[[brick::stencil]] void squared(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = std::pow(u(0), 2); }
// STRICT: next = pow(u[0], 2.0)
// CONTRACT: next = u[0] * u[0]

double root(double x) { return std::pow(x, 0.5); }
// CHECK-LABEL: root
// CHECK-NOT: sqrt
// CHECK: {{call|jmp}}{{.*}}pow

float square(float x) { return std::pow(x, 2.0f); }
// CHECK-LABEL: square
// CHECK: {{call|jmp}}{{.*}}powf

double binary(double x) { return std::pow(2.0, x); }
// CHECK-LABEL: binary
// CHECK: {{call|jmp}}{{.*}}pow

double factorial() { return std::tgamma(5.0) + std::tgamma(5.0f); }
// CHECK-LABEL: factorial
// CHECK: {{call|jmp}}{{.*}}tgamma
// CHECK: {{call|jmp}}{{.*}}tgammaf

double side() { return std::cbrt(125.0); }
// CHECK-LABEL: side
// CHECK: {{call|jmp}}{{.*}}cbrt

float angle() { return std::atan2(0.3f, 0.5f); }
// CHECK-LABEL: angle
// CHECK: {{call|jmp}}{{.*}}atan2f

#ifndef __clang__                            // which never evaluates it
constexpr float cube = __builtin_powf(3, 3); // what must be constant still is
static_assert(cube == 27);

// A constexpr function may call what GCC takes for constant, and is called where it is not.
constexpr double arrhenius(double a, double t) { return a * std::exp(-1 / t); }
double rate(double t) { return arrhenius(2, t); }
#endif
