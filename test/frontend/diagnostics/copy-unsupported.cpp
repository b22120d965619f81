// Arrays are copied as values: elements with a copy of their own would not have it called. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <array>
#include <brick/accessor.hpp>
#include <utility>

struct counted {
  double value, copies = 0;
  counted(double value) : value(value) {}
  counted(const counted& other) : value(other.value), copies(other.copies + 1) {}
  counted& operator=(const counted& other) = default;
};
struct assigned {
  double value = 0;
  assigned& operator=(const assigned& other) {
    value = other.value + 1;
    return *this;
  }
};

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  const std::array<counted, 2> pair{u(-1), u(1)};
  const std::array<counted, 2> copy = pair;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying '{{.*}}array<counted, 2>' as a whole
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: copy the elements one by one
  const counted row[1][2] = {{u(-1), u(1)}};
  const auto [line] = row;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying 'counted[]' as a whole
  std::array<assigned, 2> first, second;
  second = first;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying '{{.*}}array<assigned, 2>' as a whole
  const auto sum = [pair] { return pair[0].value; };
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying '{{.*}}array<counted, 2>' as a whole
  const counted one = u(0);
  const auto other = [one] { return one.value; };
  const auto again = other;
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying '(lambda {{.*}})' as a whole
  counted left = one, right = u(1);
  std::swap(left, right);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::swap(counted)' is not supported in a stencil
  std::swap(first, second);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: call of 'std::swap({{.*}}array<assigned, 2>)' is not supported in a stencil
  first.fill(assigned());
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: copying '{{.*}}array<assigned, 2>' as a whole
  next(0) = copy[0].copies;
}
