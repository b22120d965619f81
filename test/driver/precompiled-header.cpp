// The precompiled <brick/brick.hpp> changes nothing: it is used with definitions and include folders, left aside with
// another standard. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s -o %t.plain.ir
// RUN: %brickc --emit=ir -DFACTOR=0.25 -I%S %s -o %t.defined.ir
// RUN: %brickc --emit=ir -std=c++23 %s -o %t.newer.ir
// RUN: cmp %t.plain.ir %t.newer.ir
// RUN: FileCheck %s --check-prefix=PLAIN < %t.plain.ir
// RUN: FileCheck %s --check-prefix=DEFINED < %t.defined.ir
#ifndef FACTOR
#define FACTOR 0.5
#endif
#include <brick/brick.hpp>
#include <cmath>

// A file is read as if the header were not there before it includes it.
// RUN: rm -rf %t && split-file %S/Inputs/before-the-header.txt %t
// RUN: %brickc -c %t/without.cpp -o %t/a.o
// RUN: %brickc --emit=ir %t/asks.cpp | FileCheck %s --check-prefix=ASKS
// RUN: not %brickc -c %t/wrong.cpp -o %t/a.o 2>&1 | FileCheck %s --check-prefix=WRONG
// ASKS: next = 2.0 * u[0] + 16.0
// WRONG: wrong.cpp:1:13: error: use of undeclared identifier 'nothing'
// WRONG: {{^}}1 error generated.
// WRONG-NOT: error

// PLAIN: next = 0.5 * sqrt(u[1])
// DEFINED: next = 0.25 * sqrt(u[1])
[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = FACTOR * std::sqrt(u(1)); }
