// MPI's datatype for a box of an array.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/index.hpp>
#include <mpi.h>

#include <array>

#include "requests.hpp"

namespace bench {

/// A committed datatype.
template <int D> class subarray {
public:
  /// A box of cells of every field, in arrays of `all` cells that lie behind each other.
  subarray(int fields, const brick::box<D>& all, const brick::box<D>& part) {
    std::array<int, D + 1> extents{fields}, widths{fields}, starts{};
    for (std::size_t a = 0; a < D; ++a) {
      extents[a + 1] = static_cast<int>(all.high[a] - all.low[a]);
      widths[a + 1] = static_cast<int>(part.high[a] - part.low[a]);
      starts[a + 1] = static_cast<int>(part.low[a] - all.low[a]);
    }
    check_mpi(
        MPI_Type_create_subarray(D + 1, extents.data(), widths.data(), starts.data(), MPI_ORDER_C, MPI_DOUBLE, &type_),
        "MPI_Type_create_subarray");
    check_mpi(MPI_Type_commit(&type_), "MPI_Type_commit");
  }
  subarray(const subarray&) = delete;
  subarray& operator=(const subarray&) = delete;
  ~subarray() { MPI_Type_free(&type_); }

  [[nodiscard]] MPI_Datatype type() const { return type_; }

private:
  MPI_Datatype type_ = MPI_DATATYPE_NULL;
};

} // namespace bench
