// SPDX-License-Identifier: MIT
// The one parallel region of the runtime.
#include "brick/parallel.hpp"

#include <exception>
#include <mutex>

#include "affinity.hpp"

namespace brick::detail {

void parallel(int threads, void (*body)(void* context, int thread), void* context) {
  if (threads == 1) return body(context, 0);
  std::exception_ptr failure;
  std::mutex guard;
  // A loop over thread numbers rather than a team of exactly that size: it is complete even where OpenMP grants fewer
  // threads than asked for.
#pragma omp parallel for num_threads(threads) schedule(static, 1)
  for (int thread = 0; thread < threads; ++thread) {
    bind_this_thread();
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
