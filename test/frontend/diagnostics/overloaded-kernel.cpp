// The name of a stencil is unambiguous. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
// RUN: not %brickc --emit=ir -DAPPLIED %s 2>&1 | FileCheck %s --check-prefixes=APPLIED,CHECK
#include <brick/brick.hpp>
#include <cstdlib>

// Clang finds no function to call, and does not say why.
// APPLIED: error: no matching function for call to 'apply'

[[brick::stencil]]
void div(brick::out<double, 3> next, brick::in<double, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'div' is overloaded: another is at stdlib.h:{{[0-9]+}}
// CHECK: note: brick::apply needs an unambiguous name
  next(0, 0, 0) = u(0, 0, 1) - u(0, 0, 0);
}

#ifdef APPLIED
[[brick::step]]
void advance(brick::field<double, 3>& next, const brick::field<double, 3>& u) { brick::apply<div>(next, u); }
#endif
