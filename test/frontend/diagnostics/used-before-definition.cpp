// Generated code stands behind the definition, so uses follow it. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

void kernel(brick::out<double, 3> next, brick::in<double, 3> u);

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  brick::apply<kernel>(next, u);
  // CHECK: [[@LINE-1]]:16: error: 'kernel' is used before its definition
  // CHECK: note: define stencils before the steps that apply them
}

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 0);
}

// Behind the body of a function that a macro begins, too: in that body there is no generated code yet.
#define MODEL(name)                                                                                                    \
  [[brick::stencil]] void name##_kernel(brick::out<double, 3> next, brick::in<double, 3> u) {                          \
    next(0, 0, 0) = u(0, 0, 0);                                                                                        \
  }                                                                                                                    \
  [[brick::step]] void name(brick::field<double, 3>& u, brick::field<double, 3>& next) {                               \
    brick::apply<name##_kernel>(next, u);                                                                              \
  }                                                                                                                    \
  int main(int argc, char** argv)
MODEL(model) {
  brick::runtime runtime(argc, argv);
  const auto grid = brick::grid_for<model>(runtime, {.cells = {8, 8, 8}});
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'model' is used before its definition
}
