// SPDX-License-Identifier: MIT
// Stores that go past the caches. Out of cache an ordinary store first reads the line it writes, a third of all traffic
// of a stencil with one input and one output.
#pragma once

#include "brick/vec.hpp"

namespace brick {

namespace detail {
/// A vector as the words that streaming instructions take.
template <class V> using words = vec<long long, static_cast<int>(sizeof(V) / sizeof(long long))>;
} // namespace detail

/// Stores to an aligned place, past the caches where the target has an instruction for vectors of that size. To be
/// followed by `end_streaming` before another thread reads it.
template <vector V> BRICK_INLINE void stream(V& place, V value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, &place);
#else
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) {
    using words = detail::words<V>;
    return __builtin_ia32_movntdq512(reinterpret_cast<words*>(&place), reinterpret_cast<words>(value));
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32) {
    using words = detail::words<V>;
    return __builtin_ia32_movntdq256(reinterpret_cast<words*>(&place), reinterpret_cast<words>(value));
  }
#endif
#if defined(__SSE2__)
  if constexpr (sizeof(V) == 16) {
    using words = detail::words<V>;
    return __builtin_ia32_movntdq(reinterpret_cast<words*>(&place), reinterpret_cast<words>(value));
  }
#endif
  place = value;
#endif
}

/// Makes what this thread has streamed visible to others, once they synchronise with it.
BRICK_INLINE void end_streaming() {
#if defined(__SSE2__)
  __builtin_ia32_sfence();
#endif
}

} // namespace brick
