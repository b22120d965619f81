// Arguments from a file, as build systems pass long lists; quotes keep spaces. SPDX-License-Identifier: MIT
// RUN: rm -rf %t && mkdir -p "%t/a folder" && cp %s "%t/a folder/copy of it.cpp"
// RUN: echo '--emit=ir "-DFACTOR=2.5" "%t/a folder/copy of it.cpp"' > %t/arguments
// RUN: %brickc @%t/arguments -o "%t/a folder/it.ir" && FileCheck %s --input-file="%t/a folder/it.ir"
// RUN: not %brickc @%t/missing 2>&1 | FileCheck %s --check-prefix=MISSING
// CHECK: next = 2.5 * u[1]
// MISSING: missing
#include <brick/brick.hpp>

[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = FACTOR * u(1); }
