// SPDX-License-Identifier: MIT
// The functions of <cmath> on vectors. Every lane is exactly what std:: gives for it: sign operations and minima have
// cheap vector forms, square roots and roundings instructions; the others call std:: lane by lane.
#pragma once

#include "brick/vec.hpp"
#include "brick/vec_extremes.hpp"
#include "brick/vec_fma.hpp"
#include "brick/vec_lanes.hpp"
#include "brick/vec_rounding.hpp"
#include <cmath>

namespace brick::math {

namespace detail {
/// The bits of a vector as integers of the same width, and back.
template <vector V> using bits_t = mask<lane_t<V>, lanes<V>>;
template <vector V> BRICK_INLINE bits_t<V> sign_bit() {
  return reinterpret_cast<bits_t<V>>(broadcast<V>(lane_t<V>(-0.0)));
}
template <vector V> BRICK_INLINE bits_t<V> bits(V x) { return reinterpret_cast<bits_t<V>>(x); }
} // namespace detail

template <vector V> BRICK_INLINE V fabs(V x) { return reinterpret_cast<V>(detail::bits(x) & ~detail::sign_bit<V>()); }
template <vector V> BRICK_INLINE V copysign(V magnitude, std::type_identity_t<V> sign) {
  const auto bit = detail::sign_bit<V>();
  return reinterpret_cast<V>((detail::bits(magnitude) & ~bit) | (detail::bits(sign) & bit));
}

/// The smaller value, or the one that is not a NaN. Of zeros of either sign it is the second, as in glibc on x86; C++
/// leaves that open, and compilers that know the functions differ.
template <vector V> BRICK_INLINE V fmin(V x, std::type_identity_t<V> y) { return y == y ? first_if_less(x, y) : x; }
template <vector V> BRICK_INLINE V fmax(V x, std::type_identity_t<V> y) { return y == y ? first_if_greater(x, y) : x; }

/// To the nearest whole number, halfway cases away from zero. What is cut off is exact, and so is the sum.
template <vector V> BRICK_INLINE V round(V x) {
  const V whole = trunc(x);
  return fabs(x - whole) >= lane_t<V>(0.5) ? whole + copysign(broadcast<V>(1), x) : whole;
}

/// The difference of x and y where x is the larger, 0 where it is not, NaN where either is.
template <vector V> BRICK_INLINE V fdim(V x, std::type_identity_t<V> y) { return x <= y ? V{} : x - y; }

#define BRICK_LANEWISE_1(name)                                                                                         \
  template <vector V> BRICK_INLINE V name(V x) {                                                                       \
    return detail::each_lane(x, [](auto lane) { return std::name(lane); });                                            \
  }
#define BRICK_LANEWISE_2(name)                                                                                         \
  template <vector V> BRICK_INLINE V name(V x, std::type_identity_t<V> y) {                                            \
    return detail::each_lane(x, y, [](auto a, auto b) { return std::name(a, b); });                                    \
  }
BRICK_LANEWISE_1(cbrt)
BRICK_LANEWISE_1(exp)
BRICK_LANEWISE_1(exp2)
BRICK_LANEWISE_1(expm1)
BRICK_LANEWISE_1(log)
BRICK_LANEWISE_1(log2)
BRICK_LANEWISE_1(log10)
BRICK_LANEWISE_1(log1p)
BRICK_LANEWISE_1(sin)
BRICK_LANEWISE_1(cos)
BRICK_LANEWISE_1(tan)
BRICK_LANEWISE_1(asin)
BRICK_LANEWISE_1(acos)
BRICK_LANEWISE_1(atan)
BRICK_LANEWISE_1(sinh)
BRICK_LANEWISE_1(cosh)
BRICK_LANEWISE_1(tanh)
BRICK_LANEWISE_1(asinh)
BRICK_LANEWISE_1(acosh)
BRICK_LANEWISE_1(atanh)
BRICK_LANEWISE_1(erf)
BRICK_LANEWISE_1(erfc)
BRICK_LANEWISE_1(tgamma)
BRICK_LANEWISE_1(lgamma)
BRICK_LANEWISE_2(pow)
BRICK_LANEWISE_2(atan2)
BRICK_LANEWISE_2(hypot)
BRICK_LANEWISE_2(fmod)
BRICK_LANEWISE_2(remainder)
#undef BRICK_LANEWISE_1
#undef BRICK_LANEWISE_2

} // namespace brick::math
