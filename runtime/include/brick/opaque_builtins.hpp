// Included by brickc, in strict and reference mode, in front of all sources. SPDX-License-Identifier: MIT
//
// For float, <cmath> of GCC calls __builtin_NAME, to which -fno-builtin-NAMEf does not apply. What compilers make of
// these are the library's bits but for three things: GCC multiplies where it sees that the exponent of __builtin_powf
// is 2, and divides for -1, where the library would give another last bit in one of a thousand results; it knows the
// factorials that __builtin_tgammaf has, which the library misses; and of zeros of either sign __builtin_fminf and
// __builtin_fmaxf give one or the other.
#pragma once

extern "C" {
float powf(float, float) noexcept;
float tgammaf(float) noexcept;
float fminf(float, float) noexcept;
float fmaxf(float, float) noexcept;
}

#if __GNUC__ >= 13 // functions of the user's that call what is hidden may be constexpr; older ones have no word for it
#pragma GCC diagnostic ignored "-Winvalid-constexpr"
#endif

#ifdef __clang__
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Winvalid-constexpr" // some builtins are no constants to some versions
#endif

namespace brick::detail {

constexpr float opaque_powf(float x, float y) {
  return __builtin_is_constant_evaluated() ? __builtin_powf(x, y) : ::powf(x, y);
}
constexpr float opaque_tgammaf(float x) {
  return __builtin_is_constant_evaluated() ? __builtin_tgammaf(x) : ::tgammaf(x);
}
constexpr float opaque_fminf(float x, float y) {
  return __builtin_is_constant_evaluated() ? __builtin_fminf(x, y) : ::fminf(x, y);
}
constexpr float opaque_fmaxf(float x, float y) {
  return __builtin_is_constant_evaluated() ? __builtin_fmaxf(x, y) : ::fmaxf(x, y);
}

} // namespace brick::detail

#ifdef __clang__
#pragma clang diagnostic pop
#endif

#define __builtin_powf ::brick::detail::opaque_powf
#define __builtin_tgammaf ::brick::detail::opaque_tgammaf
#define __builtin_fminf ::brick::detail::opaque_fminf
#define __builtin_fmaxf ::brick::detail::opaque_fmaxf
