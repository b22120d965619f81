// Fields of integers of all sizes: C++'s promotions of what is read, and its conversions of what is stored.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/brick.hpp>

// CHECK-LABEL: stencil "bytes" 1d (out u8 next, out i8 slope, in u8 u)
[[brick::stencil]] void bytes(brick::out<std::uint8_t, 1> next, brick::out<signed char, 1> slope,
                              brick::in<unsigned char, 1> u) {
  // CHECK-NEXT: next = u[-1] + u[1] & 255 at
  next(0) = u(-1) + u(1);
  // CHECK-NEXT: slope = u[1] - u[0] << 24 >> 24 at
  slope(0) = static_cast<std::int8_t>(u(1) - u(0));
}

// CHECK-LABEL: stencil "words" 1d (inout u16 count, out i32 below, in u32 u, in i16 v, in u64 w)
[[brick::stencil]] void words(brick::inout<unsigned short, 1> count, brick::out<int, 1> below, brick::in<unsigned, 1> u,
                              brick::in<short, 1> v, brick::in<std::uint64_t, 1> w) {
  // CHECK-NEXT: count = count[0] + 1 & 65535 at
  ++count(0);
  // CHECK-NEXT: below = {{.*}}u[1] ^ -2147483648{{.*}}u[0] ^ -2147483648{{.*}}i64(v[0]) + w[0]
  below(0) = u(1) < u(0) ? static_cast<int>(v(0) + w(0)) : v(-1);
}

// CHECK-LABEL: step "advance" (field u8 1d u, field i8 1d slope)
[[brick::step]] void advance(brick::field<std::uint8_t, 1>& u, brick::field<std::int8_t, 1>& slope) {
  // CHECK-NEXT: temporary u8 1d next like u
  brick::field<std::uint8_t, 1> next(u.grid(), "next");
  brick::apply<bytes>(next, slope, u);
  swap(u, next);
}
