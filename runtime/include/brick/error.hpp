// SPDX-License-Identifier: MIT
// What goes wrong at run time: one exception type, and checks for MPI and system calls that also hold in release
// builds.
#pragma once

#include <stdexcept>
#include <string>

namespace brick {

/// Thrown by every part of the runtime. The message names the field, rank and numbers concerned. Uncaught on any rank,
/// it ends the whole MPI job (see runtime.hpp).
class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A call of MPI has failed.
class mpi_error : public error {
public:
  using error::error;
};

/// Throws `mpi_error` with MPI's own text when `code` (the result of the MPI function named `call`) is not MPI_SUCCESS.
void check_mpi(int code, const char* call);

namespace detail {
/// What `check_mpi` says about a failed call.
std::string mpi_message(int code, const char* call);
} // namespace detail

} // namespace brick
