// Stencils in headers: the headers become part of the text for the host compiler. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=source -I %S/Inputs %s > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %cxx -std=c++20 -fsyntax-only -march=native -Wall -Werror -Wno-attributes -I%include %t.cpp
// RUN: %brickc --emit=ir -I %S/Inputs %s | FileCheck %s --check-prefix=IR
// RUN: %brickc --emit=plan --explain -I %S/Inputs %s 2>&1 | FileCheck %s --check-prefix=EXPLAIN
// RUN: %brickc --emit=ir -I %S/Inputs %s > %t.ir && %brickc --emit=ir %t.ir | diff %t.ir -
// RUN: %brickc -O1 -MD -MF %t.d -I %S/Inputs -c %s -o %t.o && FileCheck %s --check-prefix=DEPENDENCIES < %t.d
#include "Inputs/umbrella.hpp"
#include <kernels.hpp>
#include <brick/brick.hpp>

static_assert(line_in_umbrella == 5 && __LINE__ == 13);

struct Twice {
  double operator()(double value) const { return 2 * value; }
};

[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<shared::kernels::smooth>(next, u);
  brick::apply<shared::kernels::star<2, Twice>>(u, next);
}

// CHECK: #line 1 "{{.*}}headers.cpp"
// CHECK-NOT: #include "Inputs/umbrella.hpp"
// CHECK: #line 1 "{{.*}}umbrella.hpp"
// CHECK: #line 1 "{{.*}}kernels.hpp"
// CHECK-NOT: pragma once
// CHECK: #include "/{{.*}}limiter.hpp"
// CHECK: struct brick::generated<shared::kernels::smooth> {
// CHECK: #line {{[0-9]+}} "{{.*}}kernels.hpp"
// CHECK: #line 4 "{{.*}}umbrella.hpp"
// CHECK-NEXT: // what this is for
// CHECK: #line 9 "{{.*}}headers.cpp"
// CHECK-NOT: #include <kernels.hpp>
// CHECK: #include <brick/brick.hpp>
// CHECK: struct brick::generated<advance> {

// IR: stencil "shared::kernels::smooth" 1d (out f64 next, in f64 u) at "{{.*}}kernels.hpp":8:{{[0-9]+}} {
// IR-NEXT: let left = u[-1] at "{{.*}}kernels.hpp":9:3
// IR: stencil "shared::kernels::star<2, Twice>"
// IR-NEXT: next = 2.0 * u[-2] + u[2]
// EXPLAIN: {{.*}}kernels.hpp:8:{{[0-9]+}}: remark: stencil 'shared::kernels::smooth' reads 2 points
// DEPENDENCIES: headers.cpp
// DEPENDENCIES: kernels.hpp
