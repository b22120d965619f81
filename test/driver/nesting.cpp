// Expressions may be nested deeply: Clang's limit of brackets is an option, and there is stack enough.
// SPDX-License-Identifier: MIT
// RUN: %python -c "print(open(r'%s').read().replace('NEST', '- ' * 3000 + 'u(0)'))" > %t.signs.cpp
// RUN: %brickc --emit=ir %t.signs.cpp | FileCheck %s
// RUN: %python -c "print(open(r'%s').read().replace('NEST', '(' * 2000 + 'u(0)' + ')' * 2000))" > %t.brackets.cpp
// RUN: %brickc --emit=ir -fbracket-depth=3000 %t.brackets.cpp | FileCheck %s
// RUN: not %brickc --emit=ir %t.brackets.cpp 2>&1 | FileCheck %s --check-prefix=BRACKETS
// CHECK: {{= [-(]*u\[0\]}}
// BRACKETS: error: bracket nesting level exceeded maximum of 256
#include <brick/accessor.hpp>

[[brick::stencil]] void same(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = NEST; }
