// Included by brickc, in strict and reference mode, in front of sources that GCC compiles. SPDX-License-Identifier: MIT
//
// GCC multiplies where <cmath> calls __builtin_powf with an exponent of 2 and divides for -1, but only where it sees
// that the exponent is constant, and the library's powf would give another last bit in one of a thousand results. With
// -fno-builtin-powf a call of powf is left alone, but not that of __builtin_powf.
#pragma once

extern "C" float powf(float, float) noexcept;

namespace brick::detail {

constexpr float opaque_powf(float x, float y) {
  if (__builtin_is_constant_evaluated()) return __builtin_powf(x, y);
  return ::powf(x, y);
}

} // namespace brick::detail

#define __builtin_powf ::brick::detail::opaque_powf
