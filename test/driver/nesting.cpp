// Expressions may be nested deeply: Clang's limit of brackets is an option, and there is stack enough.
// SPDX-License-Identifier: MIT
// RUN: sed "s/VALUE/$(printf -- '- %%.0s' $(seq 3000)) u(0)/" %s > %t.cpp && %brickc --emit=ir %t.cpp | FileCheck %s
// RUN: sed "s/VALUE/$(printf '(%%.0s' $(seq 2000))u(0)$(printf ')%%.0s' $(seq 2000))/" %s > %t.cpp
// RUN: %brickc --emit=ir -fbracket-depth=3000 %t.cpp | FileCheck %s
// RUN: not %brickc --emit=ir %t.cpp 2>&1 | FileCheck %s --check-prefix=BRACKETS
// CHECK: next = {{(--)*}}u[0]
// BRACKETS: error: bracket nesting level exceeded maximum of 256
#include <brick/accessor.hpp>

[[brick::stencil]] void same(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = VALUE; }
