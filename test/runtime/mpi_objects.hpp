// SPDX-License-Identifier: MIT
// Test helper: counts what a program has made of MPI and not freed. Programs that link mpi_objects.cpp are counted in.
#pragma once

#include <ostream>

namespace brick_test {

/// What MPI was asked to make, less what it was asked to free: persistent requests, derived types, communicators and
/// windows.
struct mpi_objects {
  int requests = 0, types = 0, communicators = 0, windows = 0;
  friend bool operator==(const mpi_objects&, const mpi_objects&) = default;
  friend std::ostream& operator<<(std::ostream& out, const mpi_objects& o) {
    return out << o.requests << " requests, " << o.types << " types, " << o.communicators << " communicators, "
               << o.windows << " windows";
  }
};

/// Those alive now, of this process.
const mpi_objects& alive_objects();

} // namespace brick_test
