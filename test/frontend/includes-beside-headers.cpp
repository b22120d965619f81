// What a header asks about, once it is text of another file. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=source %s > %t.cpp
// RUN: FileCheck %s < %t.cpp
// RUN: %cxx -std=c++20 -fsyntax-only -march=native -Wall -Werror -Wno-attributes -I%include %t.cpp
#include "Inputs/asks.hpp"
static_assert(is_beside);

// CHECK: #line 1 "{{.*}}asks.hpp"
// CHECK-NEXT: // A stencil
// CHECK-NEXT: {{^ }}// with tabs
// CHECK-NEXT: {{^ }}static_assert(true);
// CHECK: #if __has_include("/{{.*}}Inputs/limiter.hpp") && !__has_include("asks-nothing.hpp")
// CHECK: #line 6 "{{.*}}includes-beside-headers.cpp"
// CHECK: static_assert(is_beside);
