// SPDX-License-Identifier: MIT
#include "mpi_errors.hpp"

#include <cstdio>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

/// What MPI_ERRORS_ARE_FATAL does.
void end_program(MPI_Comm* ranks, int* code, ...) {
  if (returned_errors::here()) return;
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length = 0, rank = 0;
  MPI_Error_string(*code, text, &length);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::fprintf(stderr, "brick: rank %d: a call of MPI by the program failed: %s\n", rank, text);
  std::fflush(nullptr);
  end_nothing_at_exit();
  MPI_Abort(*ranks, *code);
}

} // namespace

world_errors::world_errors() {
  MPI_Errhandler given = MPI_ERRHANDLER_NULL;
  check_mpi(MPI_Comm_get_errhandler(MPI_COMM_WORLD, &given), "MPI_Comm_get_errhandler");
  const bool fatal = given == MPI_ERRORS_ARE_FATAL;
  check_mpi(MPI_Errhandler_free(&given), "MPI_Errhandler_free"); // the reference, not the handler
  if (!fatal) return;
  check_mpi(MPI_Comm_create_errhandler(end_program, &own_), "MPI_Comm_create_errhandler");
  check_mpi(MPI_Comm_set_errhandler(MPI_COMM_WORLD, own_), "MPI_Comm_set_errhandler");
}

bool mpi_has_ended() noexcept {
  int finalized = 0;
  return MPI_Finalized(&finalized) != MPI_SUCCESS || finalized != 0;
}

world_errors::~world_errors() {
  if (own_ == MPI_ERRHANDLER_NULL || mpi_has_ended()) return;
  MPI_Errhandler now = MPI_ERRHANDLER_NULL;
  if (MPI_Comm_get_errhandler(MPI_COMM_WORLD, &now) != MPI_SUCCESS) return;
  if (now == own_) MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL); // else the program has changed it
  MPI_Errhandler_free(&now);
  MPI_Errhandler_free(&own_);
}

} // namespace brick::detail
