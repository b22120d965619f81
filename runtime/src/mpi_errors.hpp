// SPDX-License-Identifier: MIT
// Errors of MPI calls, and to whom they are told.
//
// MPICH 4.0 hands errors of MPI_Test, MPI_Testall and MPI_Startall to the handler of MPI_COMM_WORLD, whatever
// communicator their requests belong to. That handler ends the program, with words in which neither field nor rank
// occur. So while there is a runtime, it is replaced by one that returns errors of the runtime's own calls, and treats
// those of the program's as before. A handler that the program has chosen is left alone.
#pragma once

#include <mpi.h>

#include "brick/error.hpp"

namespace brick::detail {

/// The job is being aborted: std::exit, which MPI may call then, is not to end the runtime.
void end_nothing_at_exit() noexcept;

/// Whether MPI has ended, or cannot say: nothing of it is to be freed then.
[[nodiscard]] bool mpi_has_ended() noexcept;

/// While it lives, errors in calls of this thread are returned.
class returned_errors {
public:
  returned_errors() { ++depth_; }
  ~returned_errors() { --depth_; }
  returned_errors(const returned_errors&) = delete;
  returned_errors& operator=(const returned_errors&) = delete;

  [[nodiscard]] static bool here() { return depth_ > 0; }

private:
  static inline constinit thread_local int depth_ = 0;
};

/// Runs `body`. Where a call of MPI fails in it, says of what: "halo send 3: packed exchange: MPI_Isend failed: ...".
template <class What, class Body> auto in_words(const What& what, Body&& body) {
  try {
    return body();
  } catch (const mpi_error& failure) {
    throw error(what() + ": " + failure.what());
  }
}

/// Replaces the handler of MPI_COMM_WORLD while it lives, if that ends the program.
class world_errors {
public:
  world_errors();
  ~world_errors();
  world_errors(const world_errors&) = delete;
  world_errors& operator=(const world_errors&) = delete;

private:
  MPI_Errhandler own_ = MPI_ERRHANDLER_NULL;
};

} // namespace brick::detail
