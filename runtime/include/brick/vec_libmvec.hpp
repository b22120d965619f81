// SPDX-License-Identifier: MIT
// The functions of <cmath> on vectors, all lanes at once: by glibc's vector library (libmvec), which comes with -lm. A
// result is at most four units in the last place away from the true one, and depends on its own lane only; of zeros,
// infinities and NaNs it is what <cmath> says. What the library does not have (older versions, other systems) is
// taken lane by lane, by vec_math.hpp.
//
// The library's functions have the names of the vector ABI for x86-64: _ZGV, a letter for the instruction set, N,
// the number of lanes, a v for each argument, the scalar function. <math.h> declares them for loops of scalar calls
// only, which compilers vectorise under -ffast-math.
#pragma once

#include "brick/vec_math.hpp"
#include <array>
#include <bit>
#include <cmath>
#include <type_traits>

#if defined(__x86_64__) && defined(__GLIBC_PREREQ)
#define BRICK_HAS_LIBMVEC(major, minor) __GLIBC_PREREQ(major, minor)
#else
#define BRICK_HAS_LIBMVEC(major, minor) 0
#endif

namespace brick {

/// Functions of <cmath> whose last bits may differ from what std:: gives; the others are brick::math's.
namespace vector_math {

using namespace math;

namespace detail {

/// The bytes of the longest vectors that the library is called for.
inline constexpr std::size_t libmvec_bytes =
#if !BRICK_HAS_LIBMVEC(2, 22)
    0;
#elif defined(__AVX512F__)
    64;
#elif defined(__AVX__)
    32;
#else
    16;
#endif

/// `function` of the vectors, or of as many parts of them as they are longer than `libmvec_bytes`.
template <class Function, vector V, class... Vs> BRICK_INLINE V in_registers(Function function, V x, Vs... more) {
  if constexpr (sizeof(V) <= libmvec_bytes) {
    return function(x, more...);
  } else {
    using part = vec<lane_t<V>, libmvec_bytes / sizeof(lane_t<V>)>;
    using parts = std::array<part, sizeof(V) / sizeof(part)>;
    parts result = std::bit_cast<parts>(x);
    [&](auto... others) {
      for (std::size_t i = 0; i < result.size(); ++i)
        result[i] = function(result[i], others[i]...);
    }(std::bit_cast<parts>(more)...);
    return std::bit_cast<V>(result);
  }
}

/// Whether there is a function for such vectors, or for parts of them.
template <class V> inline constexpr bool in_libmvec = libmvec_bytes > 0 && sizeof(V) >= 16;

} // namespace detail

#define BRICK_LIBMVEC_SIZE_1(name, set, doubles, floats)                                                               \
  extern "C" vec<double, doubles> _ZGV##set##N##doubles##v_##name(vec<double, doubles>);                               \
  extern "C" vec<float, floats> _ZGV##set##N##floats##v_##name##f(vec<float, floats>);                                 \
  BRICK_INLINE vec<double, doubles> libmvec_##name(vec<double, doubles> x) {                                           \
    return _ZGV##set##N##doubles##v_##name(x);                                                                         \
  }                                                                                                                    \
  BRICK_INLINE vec<float, floats> libmvec_##name(vec<float, floats> x) { return _ZGV##set##N##floats##v_##name##f(x); }
#define BRICK_LIBMVEC_SIZE_2(name, set, doubles, floats)                                                               \
  extern "C" vec<double, doubles> _ZGV##set##N##doubles##vv_##name(vec<double, doubles>, vec<double, doubles>);        \
  extern "C" vec<float, floats> _ZGV##set##N##floats##vv_##name##f(vec<float, floats>, vec<float, floats>);            \
  BRICK_INLINE vec<double, doubles> libmvec_##name(vec<double, doubles> x, vec<double, doubles> y) {                   \
    return _ZGV##set##N##doubles##vv_##name(x, y);                                                                     \
  }                                                                                                                    \
  BRICK_INLINE vec<float, floats> libmvec_##name(vec<float, floats> x, vec<float, floats> y) {                         \
    return _ZGV##set##N##floats##vv_##name##f(x, y);                                                                   \
  }

#if defined(__AVX512F__)
#define BRICK_LIBMVEC_SIZES(arguments, name)                                                                           \
  BRICK_LIBMVEC_SIZE_##arguments(name, b, 2, 4) BRICK_LIBMVEC_SIZE_##arguments(name, d, 4, 8)                          \
      BRICK_LIBMVEC_SIZE_##arguments(name, e, 8, 16)
#elif defined(__AVX2__)
#define BRICK_LIBMVEC_SIZES(arguments, name)                                                                           \
  BRICK_LIBMVEC_SIZE_##arguments(name, b, 2, 4) BRICK_LIBMVEC_SIZE_##arguments(name, d, 4, 8)
#elif defined(__AVX__)
#define BRICK_LIBMVEC_SIZES(arguments, name)                                                                           \
  BRICK_LIBMVEC_SIZE_##arguments(name, b, 2, 4) BRICK_LIBMVEC_SIZE_##arguments(name, c, 4, 8)
#else
#define BRICK_LIBMVEC_SIZES(arguments, name) BRICK_LIBMVEC_SIZE_##arguments(name, b, 2, 4)
#endif

#define BRICK_LIBMVEC_1(name)                                                                                          \
  BRICK_LIBMVEC_SIZES(1, name)                                                                                         \
  template <vector V> BRICK_INLINE V name(V x) {                                                                       \
    if constexpr (detail::in_libmvec<V>)                                                                               \
      return detail::in_registers([](auto part) { return libmvec_##name(part); }, x);                                  \
    else                                                                                                               \
      return math::name(x);                                                                                            \
  }
#define BRICK_LIBMVEC_2(name)                                                                                          \
  BRICK_LIBMVEC_SIZES(2, name)                                                                                         \
  template <vector V> BRICK_INLINE V name(V x, std::type_identity_t<V> y) {                                            \
    if constexpr (detail::in_libmvec<V>)                                                                               \
      return detail::in_registers([](auto a, auto b) { return libmvec_##name(a, b); }, x, y);                          \
    else                                                                                                               \
      return math::name(x, y);                                                                                         \
  }

#if BRICK_HAS_LIBMVEC(2, 22)
BRICK_LIBMVEC_1(exp)
BRICK_LIBMVEC_1(log)
BRICK_LIBMVEC_1(sin)
BRICK_LIBMVEC_1(cos)
BRICK_LIBMVEC_2(pow)
#endif
#if BRICK_HAS_LIBMVEC(2, 35)
BRICK_LIBMVEC_1(cbrt)
BRICK_LIBMVEC_1(exp2)
BRICK_LIBMVEC_1(expm1)
BRICK_LIBMVEC_1(log2)
BRICK_LIBMVEC_1(log10)
BRICK_LIBMVEC_1(log1p)
BRICK_LIBMVEC_1(tan)
BRICK_LIBMVEC_1(asin)
BRICK_LIBMVEC_1(acos)
BRICK_LIBMVEC_1(atan)
BRICK_LIBMVEC_1(sinh)
BRICK_LIBMVEC_1(cosh)
BRICK_LIBMVEC_1(tanh)
BRICK_LIBMVEC_1(asinh)
BRICK_LIBMVEC_1(acosh)
BRICK_LIBMVEC_1(atanh)
BRICK_LIBMVEC_1(erf)
BRICK_LIBMVEC_1(erfc)
BRICK_LIBMVEC_2(atan2)
BRICK_LIBMVEC_2(hypot)
#endif

#undef BRICK_LIBMVEC_2
#undef BRICK_LIBMVEC_1
#undef BRICK_LIBMVEC_SIZES
#undef BRICK_LIBMVEC_SIZE_2
#undef BRICK_LIBMVEC_SIZE_1

} // namespace vector_math

} // namespace brick

#undef BRICK_HAS_LIBMVEC
