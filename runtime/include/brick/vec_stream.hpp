// SPDX-License-Identifier: MIT
// Stores that go past the caches. Out of cache an ordinary store first reads the line it writes, a third of all traffic
// of a stencil with one input and one output.
#pragma once

#include "brick/vec.hpp"

namespace brick {

/// Stores to an aligned place, past the caches where the target has an instruction for vectors of that size. To be
/// followed by `end_streaming` before another thread reads it.
template <vector V> BRICK_INLINE void stream(V& place, V value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, &place);
#else
  // Instructions rather than GCC's builtins: across those it takes no value loaded before for the one in memory.
#if defined(__AVX512F__)
  if constexpr (sizeof(V) == 64) {
    asm("vmovntps {%1, %0|%0, %1}" : "=m"(place) : "v"(value));
    return;
  }
#endif
#if defined(__AVX__)
  if constexpr (sizeof(V) == 32 || sizeof(V) == 16) {
    asm("vmovntps {%1, %0|%0, %1}" : "=m"(place) : "x"(value));
    return;
  }
#elif defined(__SSE2__)
  if constexpr (sizeof(V) == 16) {
    asm("movntps {%1, %0|%0, %1}" : "=m"(place) : "x"(value));
    return;
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
