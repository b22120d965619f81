// SPDX-License-Identifier: MIT
// The one parallel region of the runtime.
#include "brick/parallel.hpp"

#include <exception>
#include <mutex>

#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include "affinity.hpp"

namespace brick::detail {

namespace {

/// How a thread rounds, and what it does with denormal numbers. A program may set that (FTZ, fesetround) when OpenMP's
/// threads are there already, which keep what they were created with.
class rounding {
public:
#ifdef __SSE__
  rounding() : of_caller_(_mm_getcsr() & modes) {}
  void adopt() const {
    const unsigned own = _mm_getcsr();
    if ((own & modes) != of_caller_) _mm_setcsr((own & ~modes) | of_caller_);
  }

private:
  static constexpr unsigned modes = 0xffc0; // without the flags of what has happened
  unsigned of_caller_;
#else
  void adopt() const {}
#endif
};

} // namespace

void parallel(int threads, void (*body)(void* context, int thread), void* context) {
  if (threads == 1) return body(context, 0);
  std::exception_ptr failure;
  std::mutex guard;
  const rounding of_caller;
  // A loop over thread numbers rather than a team of exactly that size: it is complete even where OpenMP grants fewer
  // threads than asked for.
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    bind_this_thread();
    of_caller.adopt();
    try {
      body(context, thread);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
    }
  }
  if (failure) std::rethrow_exception(failure);
}

} // namespace brick::detail
