// SPDX-License-Identifier: MIT
// Threads without OpenMP in user code: the parallel region itself is in the library.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

namespace brick::detail {

/// Runs `body(context, thread)` for thread = 0 .. threads-1, each on a thread of its own, and returns when all are
/// done. They round as the calling thread does (on x86). The first exception a thread throws is thrown again here.
void parallel(int threads, void (*body)(void* context, int thread), void* context);

/// The same for a callable `body(thread)`.
template <class Body> void parallel(int threads, Body&& body) {
  parallel(
      threads, [](void* context, int thread) { (*static_cast<std::remove_reference_t<Body>*>(context))(thread); },
      const_cast<void*>(static_cast<const void*>(&body)));
}

/// So many elements, copied or combined, take some ten times as long as threads need to begin and end together.
inline constexpr std::int64_t elements_worth_threads = 16384;

/// How many of `threads` copy or combine so many elements.
constexpr int threads_for(std::int64_t elements, int threads) {
  return elements < elements_worth_threads ? 1 : threads;
}

/// The part [first, last) of `count` items that `thread` of `threads` works on; the same wherever cells are touched, so
/// that pages lie near the thread that computes them.
constexpr std::pair<std::int64_t, std::int64_t> share(std::int64_t count, int thread, int threads) {
  return {count * thread / threads, count * (thread + 1) / threads};
}

} // namespace brick::detail
