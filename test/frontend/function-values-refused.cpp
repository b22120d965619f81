// Functions that data would choose, and pointers to what is no function. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>

using brick::in;
using brick::out;

inline double square(double x) { return x * x; }
inline double twice(double x) { return 2 * x; }
double elsewhere(double x);
struct rules {
  double k;
  double scaled(double x) const { return k * x; }
};

[[brick::stencil]] void by_data(out<double, 1> next, in<double, 1> u) {
  next(0) = (u(0) > 0 ? square : twice)(u(0));
  // CHECK: [[@LINE-1]]:14: error: a choice by data between values of 'double (double)' is not supported
  double (*f)(double) = square;
  if (u(1) > 0) f = twice;
  next(0) = f(u(0));
  // CHECK: [[@LINE-1]]:13: error: 'f', whose value depends on data, is not supported in a stencil
}

[[brick::stencil]] void unknown(out<double, 1> next, in<double, 1> u, double (*given)(double)) { next(0) = given(u(0)); }
// CHECK: [[@LINE-1]]:80: error: parameter 'given' of type 'double (*)(double)' is not supported

[[brick::stencil]] void undefined(out<double, 1> next, in<double, 1> u) {
  double (*none)(double) = nullptr;
  // CHECK: [[@LINE-1]]:28: error: a null pointer is not supported
  double (*several[2])(double) = {};
  // CHECK: [[@LINE-1]]:3: error: type 'double (*)(double)' is not supported
  double (*unset)(double);
  next(0) = unset(u(0));
  // CHECK: [[@LINE-1]]:13: error: 'unset' is used before it has a value
  const auto f = elsewhere;
  next(0) = f(u(0));
  // CHECK: [[@LINE-1]]:13: error: 'elsewhere' is called but not defined in this file
  double (rules::*member)(double) const = &rules::scaled;
  // CHECK: [[@LINE-1]]:19: error: type 'double (rules::*)(double) const' is not supported
  next(0) = (rules{2.0}.*member)(u(0));
  if (f == square) next(0) = u(0);
  // CHECK: [[@LINE-1]]:9: error: '==' of what are no numbers is not supported
}
