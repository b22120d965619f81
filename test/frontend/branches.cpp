// Both branches of a condition on data are evaluated and joined by selects. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>
#include <cmath>

using brick::in;
using brick::out;


double minmod(double a, double b) {
  if (a * b <= 0) return 0;
  return std::abs(a) < std::abs(b) ? a : b;
}

[[brick::stencil]] void limited(out<double, 1> o, in<double, 1> u) { o(0) = minmod(u(1) - u(0), u(0) - u(-1)); }

[[brick::stencil]] void early_return(out<double, 1> o, in<double, 1> u, double k) {
  if (u(0) > 0.5) {
    o(0) = k;
    return;
  }
  double t = u(1);
  if (t < 0) t = -t;
  else if (!(t > 1 || k == 2)) t += k;
  o(0) = t;
}

[[brick::stencil]] void known(out<double, 1> o, in<double, 1> u) {
  constexpr int order = 2;
  if constexpr (order == 2) o(0) = u(0);
  else o(0) = u(1);
  if (order > 3 && u(0) > 1) o(0) = 7;
}

[[brick::stencil]] void guarded_division(out<double, 1> o, in<double, 1> u, int n) {
  o(0) = n != 0 ? 12 / n * u(0) : u(0);
}

// CHECK-LABEL: stencil "limited" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let a = u[1] - u[0] at {{[0-9:]+}}
// CHECK-NEXT: let b = u[0] - u[-1] at {{[0-9:]+}}
// CHECK-NEXT: o = a * b <= 0.0 ? 0.0 : fabs(a) < fabs(b) ? a : b at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "early_return" 1d (out f64 o, in f64 u, scalar f64 k) at {{[0-9:]+}} {
// CHECK-NEXT: let t = u[1] at {{[0-9:]+}}
// CHECK-NEXT: let t_1 = t < 0.0 ? -t : !(t > 1.0 || k == 2.0) ? t + k : t at {{[0-9:]+}}
// CHECK-NEXT: o = u[0] > 0.5 ? k : t_1 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "known" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: o = u[0] at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "guarded_division" 1d (out f64 o, in f64 u, scalar i32 n) at {{[0-9:]+}} {
// CHECK-NEXT: o = n != 0 ? f64(12 / n) * u[0] : u[0] at {{[0-9:]+}}
// CHECK-NEXT: }
