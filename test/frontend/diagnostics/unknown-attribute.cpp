// A misspelt attribute would be ignored. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencill]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
// CHECK: [[@LINE-1]]:10: error: unknown attribute 'brick::stencill'; did you mean 'brick::stencil'?
// CHECK: note: the attributes are brick::stencil, brick::step and brick::boundary

[[nodiscard]] [[ brick :: steps ]] int number();
// CHECK: [[@LINE-1]]:27: error: unknown attribute 'brick::steps'; did you mean 'brick::step'?

#if 0
[[brick::stencilll]] void never();
#endif
// [[brick::stencilll]] in a comment
// CHECK-NOT: stencilll
