// Of the standard library, <cmath> is supported. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <algorithm>
#include <brick/accessor.hpp>
#include <cmath>
#include <utility>

struct pair {
  double a, b;
  bool operator<(const pair& other) const { return a < other.a; }
};

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = std::nextafter(u(0, 0, 0), 2.0);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of '{{(std::)?}}nextafter' is not supported in a stencil
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: call functions defined in this file
  const auto greater = [](double a, double b) { return a > b; };
  next(0, 0, 0) += std::min({u(0, 0, 0), u(0, 0, 1)}, greater);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::min of a list of objects, or with a comparison' is not supported in a stencil
  const pair most = std::max({pair{u(0, 0, 0), 1}, pair{u(0, 0, 1), 2}});
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::max of a list of objects, or with a comparison' is not supported in a stencil
  next(0, 0, 0) += most.b;
  std::pair<double, int> both{u(0, 0, 0), 1};
  both = std::pair<int, int>(1, 2);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::pair<double, int>::operator=' is not supported in a stencil
  next(0, 0, 0) += both < both;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::operator{{.*}}' is not supported in a stencil
  next(0, 0, 0) += std::get<int>(both);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::get by type' is not supported in a stencil
}
