// Fields hold float, double, int or std::int64_t. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<unsigned, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' is a field of 'unsigned int', which is not supported
// CHECK: note: the elements of a field are float, double, int or std::int64_t
  next(0, 0, 0) = u(0, 0, 0);
}

[[brick::stencil]]
void as_wide(brick::out<long long, 1> next) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'next' is a field of 'long long', which is not supported
  next(0) = 1;
}

[[brick::step]]
void advance(brick::field<short, 1>& u) {}
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' is a field of 'short', which is not supported
