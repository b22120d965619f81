// SPDX-License-Identifier: MIT
// Checks of MPI and system calls.
#include "brick/error.hpp"

#include <mpi.h>

namespace brick {

namespace detail {

std::string mpi_message(int code, const char* call) {
  char text[MPI_MAX_ERROR_STRING] = "unknown error";
  int length = 0;
  MPI_Error_string(code, text, &length);
  return std::string(call) + " failed: " + text;
}

} // namespace detail

void check_mpi(int code, const char* call) {
  if (code != MPI_SUCCESS) throw mpi_error(detail::mpi_message(code, call));
}

} // namespace brick
