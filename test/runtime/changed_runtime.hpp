// SPDX-License-Identifier: MIT
// Test helper: a runtime that sees another node, has other threads, pages or caches, for a while.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string>
#include <vector>

#include "main_mpi.hpp"

namespace brick_test {

/// What is to be other than it is.
struct runtime_change {
  int node_size = 0; ///< ranks that see each other's memory; 0: all of the node
  int threads = 1;
  std::string page = ""; ///< BRICK_PAGE_BYTES; "": the system's
  std::int64_t threads_from_work = 0;
  std::optional<std::size_t> streaming_from_bytes = {}; ///< sweeps of no more usually are not; none: as it is
};

/// While it lives, the program's runtime has these threads, and sees these ranks on the node.
class changed_runtime {
public:
  explicit changed_runtime(const runtime_change& change)
      : state_(*program().state()), ranks_(state_.node_ranks), threads_(state_.threads),
        threads_from_work_(state_.threads_from_work), streaming_from_bytes_(state_.streaming_from_bytes) {
    if (const int size = change.node_size; size > 0)
      std::erase_if(state_.node_ranks, [&](int rank) { return rank / size != program().rank() / size; });
    state_.threads = change.threads;
    state_.threads_from_work = change.threads_from_work;
    state_.streaming_from_bytes = change.streaming_from_bytes.value_or(streaming_from_bytes_);
    if (!change.page.empty()) ::setenv("BRICK_PAGE_BYTES", change.page.c_str(), 1);
  }
  changed_runtime(const changed_runtime&) = delete;
  changed_runtime& operator=(const changed_runtime&) = delete;
  ~changed_runtime() {
    ::unsetenv("BRICK_PAGE_BYTES");
    state_.node_ranks = ranks_;
    state_.threads = threads_;
    state_.threads_from_work = threads_from_work_;
    state_.streaming_from_bytes = streaming_from_bytes_;
  }

private:
  brick::detail::runtime_state& state_;
  std::vector<int> ranks_;
  int threads_;
  std::int64_t threads_from_work_;
  std::size_t streaming_from_bytes_;
};

} // namespace brick_test
