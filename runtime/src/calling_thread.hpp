// SPDX-License-Identifier: MIT
// Which of the program's threads calls brick.
#pragma once

#include <string>

#include <pthread.h>

#include "brick/error.hpp"

namespace brick::detail {

/// Throws `error`, in front what `what()` returns, unless this is `thread`.
inline void check_calling_thread(pthread_t thread, const auto& what) {
  if (!::pthread_equal(::pthread_self(), thread)) [[unlikely]]
    throw error(std::string(what()) +
                "called by another thread than the one that made the brick::runtime, which is the only one that may");
}

} // namespace brick::detail
