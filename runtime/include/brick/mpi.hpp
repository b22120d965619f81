// SPDX-License-Identifier: MIT
// For programs that use MPI themselves: from their communicators to the runtime's. The only header of the runtime that
// needs <mpi.h>; no other includes it.
#pragma once

#include <mpi.h>

#include "brick/communicator.hpp"

namespace brick {

/// A duplicate of `ranks`, whose errors are thrown; MPI must be running. Collective over `ranks`. The duplicate is
/// freed with the last copy of the result and the last object made from it.
inline communicator duplicate(MPI_Comm ranks) {
  return detail::duplicate_of_fortran(static_cast<int>(MPI_Comm_c2f(ranks)));
}

} // namespace brick
