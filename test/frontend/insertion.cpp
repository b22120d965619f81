// Generated code stands behind the definition, outside its namespaces; lines keep their numbers.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=source %s | FileCheck %s
// RUN: %brickc --emit=source %s > %t.cpp && %cxx -std=c++20 -fsyntax-only -I%include %t.cpp
#include <brick/accessor.hpp>

namespace waves::linear {
namespace {
[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = u(0);
} // kernel
int after = 1;
} // namespace
} // namespace waves::linear
int line = __LINE__;

// A macro that closes the namespace: what is generated comes behind it.
#define MAKE(name)                                                                                                     \
  namespace name {                                                                                                     \
  [[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }               \
  }
namespace made {
MAKE(first)
MAKE(second)
} // namespace made

#line 100 "grammar.y"
[[brick::stencil]] void renamed(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
static_assert(__LINE__ == 101);

// CHECK: #line 1 "{{.*}}insertion.cpp"
// CHECK: } // kernel
// CHECK-NEXT: } // namespace
// CHECK-NEXT: } // namespace waves::linear
// CHECK: template <>
// CHECK-NEXT: struct brick::generated<waves::linear::kernel> {
// CHECK: namespace waves::linear {
// CHECK-NEXT: namespace {
// CHECK-NEXT: #line 12 "{{.*}}insertion.cpp"
// CHECK-NEXT: int after = 1;
// CHECK: MAKE(first)
// CHECK-NEXT: } // namespace made
// CHECK: namespace made {
// CHECK-NEXT: #line 24 "{{.*}}insertion.cpp"
// CHECK-NEXT: MAKE(second)
// CHECK: struct brick::generated<made::second::kernel> {
// CHECK: struct brick::generated<renamed> {
// CHECK: #line 101 "grammar.y"
// CHECK-NEXT: static_assert
