// SPDX-License-Identifier: MIT
// The window that memory is attached to, so that other ranks can write there.
#pragma once

#include <cstddef>
#include <memory>

#include <mpi.h>

#include "brick/communicator.hpp"

namespace brick::detail {

/// One for all memories of a communicator: memory comes and goes on each rank alone, while to make and to free a window
/// takes all ranks.
class put_window {
public:
  /// Collective.
  explicit put_window(MPI_Comm ranks);
  put_window(const put_window&) = delete;
  put_window& operator=(const put_window&) = delete;
  ~put_window();

  void attach(void* memory, std::size_t bytes);
  void detach(void* memory) noexcept;
  [[nodiscard]] MPI_Win handle() const { return handle_; }

private:
  MPI_Win handle_ = MPI_WIN_NULL;
};

/// The window of `ranks`, made with the first call. Collective.
std::shared_ptr<put_window> window_of(const communicator& ranks);

} // namespace brick::detail
