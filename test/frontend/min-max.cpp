// std::min, max and clamp by other orders, and of objects. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <algorithm>
#include <brick/brick.hpp>

using brick::in;
using brick::out;

struct labelled {
  double value, label;
  bool operator<(const labelled& other) const { return value < other.value; }
};
inline bool is_nearer(double a, double b) { return a * a < b * b; }

// CHECK: stencil "by_function"
// CHECK-NEXT: next = u[0] * u[0] < u[1] * u[1] ? u[1] : u[0]
[[brick::stencil]] void by_function(out<double, 1> next, in<double, 1> u) {
  next(0) = std::max(u(0), u(1), is_nearer);
}

// CHECK: stencil "of_objects"
// CHECK-NEXT: next = u[1] < u[0] ? 2.0 : 1.0
[[brick::stencil]] void of_objects(out<double, 1> next, in<double, 1> u) {
  next(0) = std::min(labelled{u(0), 1}, labelled{u(1), 2}).label;
}

/// Arguments are evaluated once.
// CHECK: stencil "once"
// CHECK-NEXT: next = 3.0
[[brick::stencil]] void once(out<double, 1> next, in<double, 1> u) {
  int i = 1;
  const int most = std::max(i++, 0, [](int a, int b) { return a < b; });
  next(0) = most + i;
}

// CHECK: stencil "clamped"
// CHECK-NEXT: let value = u[0] > -1.0
// CHECK-NEXT: next = 1.0 > (value ? -1.0 : u[0]) ? 1.0 : value ? -1.0 : u[0]
[[brick::stencil]] void clamped(out<double, 1> next, in<double, 1> u) {
  next(0) = std::clamp(u(0), -1.0, 1.0, [](double a, double b) { return a > b; });
}
