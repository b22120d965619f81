// Generated code stands behind the expansion of a macro. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>

#define MODEL(name)                                                                                                    \
  [[brick::stencil]] void name##_kernel(brick::out<double, 3> next, brick::in<double, 3> u) {                          \
    next(0, 0, 0) = u(0, 0, 0);                                                                                        \
  }                                                                                                                    \
  [[brick::step]] void name(brick::field<double, 3>& u, brick::field<double, 3>& next) {                               \
    brick::apply<name##_kernel>(next, u);                                                                              \
  }

// In the body of a function that a macro begins, too: there is no generated code yet.
#define MODEL_AND_MAIN(name) MODEL(name) int main(int argc, char** argv)
MODEL_AND_MAIN(first) {
  brick::runtime runtime(argc, argv);
  const auto grid = brick::grid_for<first>(runtime, {.cells = {8, 8, 8}});
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'first' is used in the macro that defines it, or in a function that begins there
  // CHECK: note: the code that is generated for it stands behind the macro: write what uses it outside
}

#define MODEL_AND_GRID(name)                                                                                           \
  MODEL(name)                                                                                                          \
  auto grid_of_##name(brick::runtime& runtime) { return brick::grid_for<name>(runtime, {.cells = {8, 8, 8}}); }
MODEL_AND_GRID(second)
// CHECK: [[@LINE-1]]:16: error: 'second' is used in the macro that defines it, or in a function that begins there

// One macro for the model, and another one that uses it.
#define GRID(name) auto grid_of_##name(brick::runtime& runtime) { return brick::grid_for<name>(runtime, {.cells = {8, 8, 8}}); }
MODEL(third)
GRID(third)
