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

// PLAIN: next = 0.5 * sqrt(u[1])
// DEFINED: next = 0.25 * sqrt(u[1])
[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = FACTOR * std::sqrt(u(1)); }
