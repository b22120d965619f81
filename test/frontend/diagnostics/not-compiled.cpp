// What runs in reference mode in a program that brickc compiles is slow, and most often a forgotten attribute.
// SPDX-License-Identifier: MIT
// RUN: %brickc -isystem %S/Inputs/system --emit=ir %s 2>&1 | FileCheck %s
// RUN: %brickc -isystem %S/Inputs/system --emit=ir %s 2>&1 | FileCheck %s --check-prefix=FINE
// RUN: %brickc -isystem %S/Inputs/system -w --emit=ir %s 2>&1 | FileCheck %s --check-prefix=SILENT --implicit-check-not=warning
// RUN: not %brickc -isystem %S/Inputs/system -Werror --emit=ir %s 2>&1 | FileCheck %s --check-prefix=ERROR
// SILENT: stencil "left"
// ERROR: error: 'forgotten' is not compiled
#include <brick/brick.hpp>
#include <hidden.hpp>

using field = brick::field<double, 1>;

[[brick::stencil]] void left(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1); }
void right(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(1); }
void forgotten(field& u, field& next) { brick::apply<left>(next, u); }
[[brick::step]] void compiled(field& u, field& next) { brick::apply<left>(next, u); }
[[brick::step]] void elsewhere(field& u, field& next);
template <int N> [[brick::step]] void several(field& u, field& next) {
  for (int i = 0; i < N; ++i)
    brick::apply<left>(next, u);
}

void solve(field& u, field& next) {
  brick::run<forgotten>(1, u, next);
  // CHECK: [[@LINE-1]]:3: warning: 'forgotten' is not compiled: it has no {{.*}}brick::step
  brick::run<elsewhere>(1, u, next);
  brick::apply<right>(next, u);
  // CHECK: [[@LINE-1]]:3: warning: 'right' is not compiled: it has no {{.*}}brick::stencil
  brick::apply<hidden>(next, u);
  // CHECK: [[@LINE-1]]:3: warning: 'hidden' is not compiled: it is defined in a system header (include its folder with -I)
  brick::run<compiled>(1, u, next);
  brick::run<several<3>>(1, u, next);
  brick::apply<left>(next, u);
}
// CHECK: stencil "left"
// FINE-NOT: '{{compiled|several|left|elsewhere}}' is not compiled
