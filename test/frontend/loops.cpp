// Loops are executed. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>

using brick::in;
using brick::out;


constexpr double weights[3] = {0.25, 0.5, 0.25};

[[brick::stencil]] void smooth(out<double, 1> o, in<double, 1> u) {
  double sum = 0;
  for (int i = -1; i <= 1; ++i)
    sum += weights[i + 1] * u(i);
  o(0) = sum;
}

[[brick::stencil]] void nested(out<double, 2> o, in<double, 2> u, std::array<double, 3> c) {
  double sum = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j) {
      if (i == 0 && j == 0) continue;
      if (i == 1) break;
      sum += c[i * i + j * j] * u(i, j);
    }
  o(0, 0) = sum;
}

[[brick::stencil]] void over_values(out<double, 1> o, in<double, 1> u, std::array<double, 2> c) {
  double sum = 1;
  for (double x : c) sum *= x;
  for (float x : {u(0), u(1)}) sum += x;
  int n = 0;
  while (n < 2) sum -= n++;
  do { sum /= 3; } while (--n > 0);
  o(0) = sum;
}

[[brick::stencil]] void break_on_data(out<double, 1> o, in<double, 1> u) {
  double best = u(0);
  for (int i = 1; i <= 2; ++i) {
    if (u(i) < 0) break;
    best += u(i);
  }
  o(0) = best;
}

// A condition on data beside one that ends the loop.
[[brick::stencil]] void ends_on_data(out<double, 1> o, in<double, 1> u) {
  double sum = u(0);
  for (int i = 1; i <= 2 && sum < 4; ++i)
    sum += u(i);
  int n = 2;
  do sum *= 2; while (--n > 0 && sum > 1);
  o(0) = sum + n;
}

// CHECK-LABEL: stencil "smooth" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let sum = 0.0 + 0.25 * u[-1] + 0.5 * u[0] + 0.25 * u[1] at {{[0-9:]+}}
// CHECK-NEXT: o = sum at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "nested" 2d (out f64 o, in f64 u, table f64 c[3]) at {{[0-9:]+}} {
// CHECK-NEXT: let sum = 0.0 + c[2] * u[-1, -1] + c[1] * u[-1, 0] + c[2] * u[-1, 1] + c[1] * u[0, -1] + c[1] * u[0, 1] at {{[0-9:]+}}
// CHECK-NEXT: o = sum at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "over_values" 1d (out f64 o, in f64 u, table f64 c[2]) at {{[0-9:]+}} {
// CHECK-NEXT: let x = f32(u[0]) at {{[0-9:]+}}
// CHECK-NEXT: let x_1 = f32(u[1]) at {{[0-9:]+}}
// CHECK-NEXT: let sum = (1.0 * c[0] * c[1] + f64(x) + f64(x_1) - 0.0 - 1.0) / 3.0 / 3.0 at {{[0-9:]+}}
// CHECK-NEXT: o = sum at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "break_on_data" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let best = u[0] at {{[0-9:]+}}
// CHECK-NEXT: let when = u[1] < 0.0 at {{[0-9:]+}}
// CHECK-NEXT: let best_1 = when ? best : best + u[1] at {{[0-9:]+}}
// CHECK-NEXT: let best_2 = when ? best_1 : u[2] < 0.0 ? best_1 : best_1 + u[2] at {{[0-9:]+}}
// CHECK-NEXT: o = best_2 at {{[0-9:]+}}
// CHECK-NEXT: }
// CHECK-LABEL: stencil "ends_on_data" 1d (out f64 o, in f64 u) at {{[0-9:]+}} {
// CHECK-NEXT: let sum = u[0] at {{[0-9:]+}}
// CHECK-NEXT: let sum_1 = sum + u[1] at {{[0-9:]+}}
// CHECK-NEXT: let sum_2 = (sum < 4.0 ? sum_1 < 4.0 ? sum_1 + u[2] : sum_1 : sum) * 2.0 at {{[0-9:]+}}
// CHECK-NEXT: let when = sum_2 > 1.0 at {{[0-9:]+}}
// CHECK-NEXT: let sum_3 = when ? sum_2 * 2.0 : sum_2 at {{[0-9:]+}}
// CHECK-NEXT: let n = when ? 0 : 1 at {{[0-9:]+}}
// CHECK-NEXT: o = sum_3 + f64(n) at {{[0-9:]+}}
// CHECK-NEXT: }
