// SPDX-License-Identifier: MIT
// MPI datatypes of halo messages: what MPI sends from, or receives into, arrays directly (Tausch, section 3.1).
#pragma once

#include <mpi.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "halo_layout.hpp"

namespace brick::detail {

/// Owns a committed datatype; frees it unless MPI has already been finalised.
class mpi_type {
public:
  mpi_type() = default;
  explicit mpi_type(MPI_Datatype committed) : handle_(committed) {}
  mpi_type(mpi_type&& other) noexcept : handle_(std::exchange(other.handle_, MPI_DATATYPE_NULL)) {}
  mpi_type& operator=(mpi_type&& other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~mpi_type();

  [[nodiscard]] MPI_Datatype handle() const { return handle_; }

private:
  MPI_Datatype handle_ = MPI_DATATYPE_NULL;
};

/// What MPI needs to find the bytes of a message.
struct mpi_place {
  void* data = nullptr;
  int count = 0;
  MPI_Datatype type = MPI_BYTE;
};

/// The datatypes of one layout. A type holds the distances between the arrays, so that it serves again whenever all of
/// them are moved alike: one array in another's place needs no new type. A few are kept, for arrays that swap.
class halo_types {
public:
  /// Where the bytes of `layout`, always the same one, are in these arrays. Valid until the next call.
  mpi_place place(const halo_layout& layout, std::span<const halo_array> arrays);

private:
  struct entry {
    std::vector<std::int64_t> distances; // of each array from the one of the first piece, in bytes
    mpi_type type;
  };
  std::vector<entry> entries_; // the last used first
};

} // namespace brick::detail
