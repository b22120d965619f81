// SPDX-License-Identifier: MIT
#include "put_window.hpp"

#include "brick/error.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

put_window::put_window(MPI_Comm ranks) {
  check_mpi(MPI_Win_create_dynamic(MPI_INFO_NULL, ranks, &handle_), "MPI_Win_create_dynamic");
  check_mpi(MPI_Win_set_errhandler(handle_, MPI_ERRORS_RETURN), "MPI_Win_set_errhandler");
  int* model = nullptr;
  int found = 0;
  check_mpi(MPI_Win_get_attr(handle_, MPI_WIN_MODEL, &model, &found), "MPI_Win_get_attr");
  if (!found || *model != MPI_WIN_UNIFIED)
    throw error("this MPI cannot put messages: its windows have copies of the memory (MPI_WIN_SEPARATE)");
  check_mpi(MPI_Win_lock_all(MPI_MODE_NOCHECK, handle_), "MPI_Win_lock_all");
}

put_window::~put_window() {
  int finalized = 0;
  if (MPI_Finalized(&finalized) != MPI_SUCCESS || finalized || handle_ == MPI_WIN_NULL) return;
  MPI_Win_unlock_all(handle_);
  MPI_Win_free(&handle_);
}

void put_window::attach(void* memory, std::size_t bytes) {
  if (bytes > 0) check_mpi(MPI_Win_attach(handle_, memory, static_cast<MPI_Aint>(bytes)), "MPI_Win_attach");
}

void put_window::detach(void* memory) noexcept {
  int finalized = 0;
  if (MPI_Finalized(&finalized) == MPI_SUCCESS && !finalized) MPI_Win_detach(handle_, memory);
}

std::shared_ptr<put_window> window_of(const communicator& ranks) {
  std::shared_ptr<put_window>& window = state_of(ranks).puts;
  if (!window) window = std::make_shared<put_window>(communicator_of(ranks));
  return window;
}

} // namespace brick::detail
