// Integers that the IR has no types for, by operations of signed ones. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <algorithm>
#include <brick/accessor.hpp>
#include <cstdint>

using brick::in;
using brick::out;

/// Sums and products have the same bits; quotients, comparisons and shifts to the right have not.
[[brick::stencil]] void words(out<int, 1> o, in<int, 1> u, unsigned k) {
  const unsigned a = static_cast<unsigned>(u(0)), b = (a + k) * 3u;
  o(0) = static_cast<int>(b / k ^ b >> 4 ^ b >> k) + (a < b);
}
// CHECK-LABEL: stencil "words" 1d (out i32 o, in i32 u, scalar i32 k)
// CHECK-NEXT: let a = u[0]
// CHECK-NEXT: let b = (a + k) * 3
// CHECK-NEXT: o = (i32((i64(b) & 4294967295L) / (i64(k) & 4294967295L)) ^ b >> 4 & 268435455 ^ b >> k & ~(-2147483648 >> k << 1)) + ((a ^ -2147483648) < (b ^ -2147483648) ? 1 : 0)

/// Operands of what repeats them have names.
[[brick::stencil]] void long_words(out<double, 1> o, in<std::int64_t, 1> u) {
  const std::uint64_t a = static_cast<std::uint64_t>(u(0));
  o(0) = static_cast<double>(a * 3) + static_cast<unsigned>(u(1));
}
// CHECK-LABEL: stencil "long_words"
// CHECK-NEXT: let a = u[0]
// CHECK-NEXT: let value = a * 3L
// CHECK-NEXT: o = (value < 0L ? f64(value >> 1L & 9223372036854775807L | value & 1L) * 2.0 : f64(value)) + f64(i64(i32(u[1])) & 4294967295L)

/// Small ones are cut to their size, where the number may not fit.
[[brick::stencil]] void small(out<int, 1> o, in<int, 1> u, unsigned char k) {
  short s = static_cast<short>(u(0));
  std::uint8_t b = static_cast<std::uint8_t>(s + k);
  ++s;
  o(0) = s + b + std::min(b, k);
}
// CHECK-LABEL: stencil "small" 1d (out i32 o, in i32 u, scalar i32 k)
// CHECK-NEXT: let s = u[0] << 16 >> 16
// CHECK-NEXT: let b = s + k & 255
// CHECK-NEXT: let s_1 = s + 1 << 16 >> 16
// CHECK-NEXT: o = s_1 + b + (k < b ? k : b)
