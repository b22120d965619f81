// Namespaces, anonymous namespaces and template arguments are part of a name. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>

using brick::in;
using brick::out;


template <auto F> void use() {}

namespace waves {
enum class kind { sine, square };
template <int R, class T, kind K = kind::square>
[[brick::stencil]] void star(out<T, 1> next, in<T, 1> u) { next(0) = u(-R) + u(R); }
namespace {
[[brick::stencil]] void hidden(out<double, 1> next, in<double, 1> u) { next(0) = u(0); }
} // namespace
inline namespace v1 {
[[brick::stencil]] void versioned(out<double, 1> next, in<double, 1> u) { next(0) = u(0); }
}
} // namespace waves

int main() {
  use<waves::star<1, double>>();
  use<waves::star<2, float, waves::kind::sine>>();
}

// CHECK-LABEL: stencil "waves::star<1, double, waves::kind::square>" 1d (out f64 next, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: next = u[-1] + u[1] at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "waves::star<2, float, waves::kind::sine>" 1d (out f32 next, in f32 u) at {{[0-9:]+}} {
// CHECK-NEXT: next = u[-2] + u[2] at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "waves::hidden" 1d (out f64 next, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: next = u[0] at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "waves::versioned" 1d (out f64 next, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: next = u[0] at {{[0-9:]+}}
// CHECK-NEXT: }
