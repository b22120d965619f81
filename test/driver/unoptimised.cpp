// Generated code compiles without optimisation too, where builtins take nothing but literals for constants.
// SPDX-License-Identifier: MIT
// RUN: %brickc --target=x86-64-v3 -O0 -c %s -o %t.o
// RUN: %brickc --target=x86-64-v4 -O0 -c %s -o %t.o
#include <brick/brick.hpp>

using field = brick::field<double, 3>;

[[brick::stencil]]
void heat(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = u(0, 0, 0) + k * (u(0, 0, -1) - 2 * u(0, 0, 0) + u(0, 0, 1));
}

[[brick::step]]
void advance(field& u, field& next, double k) {
  brick::apply<heat>(next, u, k);
  swap(u, next);
}
