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
  [[nodiscard]] static rounding of_this_thread() { return rounding(_mm_getcsr() & modes); }

  /// Sets this thread's, unless it is the same.
  void set() const {
    const unsigned now = _mm_getcsr();
    if ((now & modes) != bits_) _mm_setcsr((now & ~modes) | bits_);
  }

private:
  static constexpr unsigned modes = 0xffc0; // without the flags of what has happened
  explicit rounding(unsigned bits) : bits_(bits) {}
  unsigned bits_;
#else
  [[nodiscard]] static rounding of_this_thread() { return {}; }
  void set() const {}
#endif
};

} // namespace

void parallel(int threads, void (*body)(void* context, int thread), void* context) {
  if (threads == 1) return body(context, 0);
  std::exception_ptr failure;
  std::mutex guard;
  const rounding of_caller = rounding::of_this_thread();
  // A loop over thread numbers rather than a team of exactly that size: it is complete even where OpenMP grants fewer
  // threads than asked for.
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    bind_this_thread();
    const rounding own = rounding::of_this_thread(); // the program's own parallel regions may use the thread, too
    of_caller.set();
    try {
      body(context, thread);
    } catch (...) {
      const std::lock_guard lock(guard);
      if (!failure) failure = std::current_exception();
    }
    own.set();
  }
  if (failure) std::rethrow_exception(failure);
}

} // namespace brick::detail
