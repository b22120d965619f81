// Large tables are passed on from the step, and outputs are not const. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u, std::array<double, 65> c) {
  next(0, 0, 0) = c[0] * u(0, 0, 0);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  std::array<double, 65> c{k, 1};
  brick::apply<kernel>(next, u, c);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: argument 3 of 'kernel' is not a table of the step, nor one of at most 64 numbers
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: fields and tables are passed on by name
}

[[brick::stencil]]
void copy(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}

[[brick::step]]
void backwards(const brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::apply<copy>(u, next);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: argument 1 of 'copy' is not a field that it may write
}

[[brick::step]]
void mixed(const brick::field<float, 3>& u, brick::field<double, 3>& next) {
  brick::apply<copy>(next, u);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: argument 2 of 'copy' is not a 3-D field of 'double'
}

struct other {
  double a;
};
struct converted {
  double b;
  converted(const other& from) : b(2 * from.a) {}
};

[[brick::stencil]]
void scale(brick::out<double, 3> next, brick::in<double, 3> u, const converted& by) {
  next(0, 0, 0) = by.b * u(0, 0, 0);
}

[[brick::step]]
void converting(brick::field<double, 3>& u, brick::field<double, 3>& next, other from) {
  brick::apply<scale>(next, u, from);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: argument 3 of 'scale' is not a value of its type
  brick::apply<scale>(next, u, converted(from));
}

struct pair {
  double a, b;
};

[[brick::stencil]]
void shift(brick::out<double, 3> next, brick::in<double, 3> u, pair by) {
  next(0, 0, 0) = u(0, 0, 0) + by.a - by.b;
}

[[brick::step]]
void half_set(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  pair by;
  by.a = k;
  brick::apply<shift>(next, u, by);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'by.b' is used before it has a value
}
