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

// What is generated comes behind what a macro begins: the body of another function, several variables.
#define HEADS(name)                                                                                                    \
  inline void name##_body(brick::out<double, 1> next, brick::in<double, 1> u);                                         \
  [[brick::stencil]] void name(brick::out<double, 1> next, brick::in<double, 1> u) { name##_body(next, u); }           \
  inline void name##_body(brick::out<double, 1> next, brick::in<double, 1> u)
HEADS(headed) { next(0) = u(1); } int behind = 1;
#define NEXT(name)                                                                                                     \
  }                                                                                                                    \
  [[brick::stencil]] void name(brick::out<double, 1> next, brick::in<double, 1> u) {
namespace { int opened() { return 1; NEXT(then) next(0) = u(2); NEXT(last) next(0) = u(3); } } // namespace
#define NUMBERS                                                                                                        \
  [[brick::stencil]] void k(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(4); }                    \
  const int
NUMBERS one = 1, two = [] { return 2; }();
static_assert(one == 1);
#define BODY (brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(5); }
#define BEFORE_TEMPLATE(name) [[brick::stencil]] void name BODY template <class T>
BEFORE_TEMPLATE(first_one) T twice(T x) { return x + x; } int with_semicolon() { int a = 1; return a; }
#define BEFORE_C(name) [[brick::stencil]] void name BODY extern "C"
BEFORE_C(of_c) { void in_c(); } int other() { int a = 1; return a; }
#define ASSERTS(name) [[brick::stencil]] void name BODY static_assert(true)
ASSERTS(a1); /* comment; */ ASSERTS(a2); int zz = 0;
#define TAGS(name) [[brick::stencil]] void name BODY struct name##_tag
TAGS(tagged)
;
TAGS(named) {} object;
#define AROUND(name) namespace around { [[brick::stencil]] void name BODY } inline int head()
AROUND(inner) { return 1; }

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
// CHECK: HEADS(headed)
// CHECK: struct brick::generated<headed> {
// CHECK: int behind = 1;
// CHECK: NEXT(then)
// CHECK-NOT: generated
// CHECK: NEXT(last)
// CHECK: struct brick::generated<last> {
// CHECK: struct brick::generated<then> {
// CHECK: NUMBERS one
// CHECK-NEXT: #pragma
// CHECK: struct brick::generated<k> {
// CHECK: struct brick::generated<renamed> {
// CHECK: #line 101 "grammar.y"
// CHECK-NEXT: static_assert
