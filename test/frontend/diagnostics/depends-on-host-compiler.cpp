// Clang reads the stencils, the host compiler the rest: both must see the same text. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
// RUN: not %brickc --emit=ir -std=c++23 %s 2>&1 | FileCheck %s --check-prefix=CXX23
#include <brick/accessor.hpp>

using brick::in;
using brick::out;

#if defined(__clang__) && !defined(NDEBUG)
// CHECK-DAG: [[@LINE-1]]:2: error: the text of 'scale' depends on '__clang__', which the host compiler may define differently
constexpr double scale = 2;
#else
constexpr double scale = 3;
#endif

#ifdef __OPTIMIZE__ // nothing that a stencil uses
double other() { return scale; }
#define WIDTH 4
#else
#define WIDTH 8
#endif
#ifndef OFFSET // whatever it is, it is the same for both
#define OFFSET 1
#endif

inline double shifted(double value) {
#if OFFSET == 2
  return value + 2;
#elif __AVX2__ + 0
  return value + 1;
#endif
  // CHECK-DAG: [[@LINE-5]]:2: error: the text of 'shifted' depends on '__AVX2__'
  return value;
}
struct pair {
  double first;
#ifdef __FAST_MATH__
  // CHECK-DAG: [[@LINE-1]]:2: error: the text of 'pair' depends on '__FAST_MATH__'
  float second;
#endif
};

[[brick::stencil]] void first(out<double, 1> next, in<double, 1> u) { next(0) = scale * shifted(u(OFFSET)); }
[[brick::stencil]] void second(out<double, 1> next, in<double, 1> u) {
  const pair both{u(0)};
  next(0) = both.first;
#if WIDTH > 4
  // CHECK-DAG: [[@LINE-1]]:2: error: the text of 'second' depends on '__OPTIMIZE__'
  next(0) += __GNUC__;
  // CHECK-DAG: [[@LINE-1]]:14: error: the text of 'second' depends on '__GNUC__'
#endif
}
#ifndef __clang__ // defined for the host compiler only
#define SKIPPED
#endif
#ifdef __AVX512F__
#include "Inputs/host/one.hpp"
#else
#include "Inputs/host/other.hpp"
#endif
#ifdef _OPENMP
using real = float;
#else
using real = double;
#endif
// CHECK-DAG: [[@LINE-5]]:2: error: the text of 'real' depends on '_OPENMP'
[[brick::stencil]] void third(out<double, 1> next, in<double, 1> u) {
  next(0) = from_header(u(0)) + real(0.1);
#ifdef SKIPPED
  // CHECK-DAG: [[@LINE-1]]:2: error: the text of 'third' depends on '__clang__'
  next(0) = 0;
#endif
}
// CHECK-DAG: other.hpp:1:1: error: the text of 'from_header' depends on '__AVX512F__'

// How compilers are told what they may do changes no result.
#if defined(__GNUC__)
#define FORCE_INLINE __attribute__((always_inline)) inline
#elif defined(__clang__)
#define FORCE_INLINE [[clang::always_inline]] inline
#endif
#ifdef __clang__
#define UNLIKELY(x) __builtin_expect(!!(x), 0)
#else
#define UNLIKELY(x) (x)
#endif
struct parameters {
  double k;
  double twice() const { return 2 * k; }
  double time() const {
#ifdef _OPENMP
    return 1;
#else
    return 0;
#endif
  }
};
FORCE_INLINE double halved(double x) { return UNLIKELY(x < 0) ? 0 : x / 2; }
[[brick::stencil]] void hints(out<double, 1> next, in<double, 1> u) {
  const parameters p{u(1)};
#ifdef __GNUC__
  next(0) = halved(u(0)) + p.twice();
#endif
}
[[brick::stencil]] void types(out<double, 1> next, in<double, 1> u) {
#ifdef __FLOAT128__
  // CHECK: [[@LINE-1]]:2: error: the text of 'types' depends on '__FLOAT128__'
  next(0) = u(0);
#endif
#if __SIZEOF_FLOAT__ == 4 && defined(__cpp_concepts)
  next(0) = u(1);
#endif
}
[[brick::stencil]] void features(out<double, 1> next, in<double, 1> u) {
  next(0) = u(0);
#ifdef __cpp_pack_indexing
  // CHECK: [[@LINE-1]]:2: error: the text of 'features' depends on '__cpp_pack_indexing'
  next(0) = u(1);
#endif
}
[[brick::stencil]] void fine(out<double, 1> next, in<double, 1> u) {
#ifdef OFFSET
  next(0) = u(OFFSET);
#endif
}
[[brick::stencil]] void language(out<double, 1> next, in<double, 1> u) {
#if __cplusplus >= 202002L
  next(0) = u(0);
#endif
#if __cplusplus >= 202302L
  // CXX23: [[@LINE-1]]:2: error: the text of 'language' depends on '__cplusplus'
  next(0) = u(1);
#endif
}
// CHECK: 10 errors generated.
// CXX23: 11 errors generated.
