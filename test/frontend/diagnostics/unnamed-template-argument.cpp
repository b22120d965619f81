// Generated code is a specialisation and must name its arguments. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

template <class Scale>
[[brick::stencil]] void scaled(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = Scale()(u(0)); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'scaled' is instantiated for an argument that code outside functions and classes cannot spell
// CHECK: note: generated code must spell it: types have a name at namespace scope

void run(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  struct Twice {
    double operator()(double value) const { return 2 * value; }
  };
  brick::apply<scaled<Twice>>(next, u);
}
