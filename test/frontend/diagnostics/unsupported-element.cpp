// Fields hold float, double and the integers of <cstdint>. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<bool, 3> u) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' is a field of 'bool', which is not supported
// CHECK: note: the elements of a field are float, double or the integers of <cstdint>, such as int and std::uint8_t
  next(0, 0, 0) = u(0, 0, 0);
}

[[brick::stencil]]
void as_wide(brick::out<long long, 1> next) {
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'next' is a field of 'long long', which is not supported
  next(0) = 1;
}

[[brick::step]]
void advance(brick::field<char, 1>& u) {}
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: 'u' is a field of 'char', which is not supported
