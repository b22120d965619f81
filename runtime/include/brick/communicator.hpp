// SPDX-License-Identifier: MIT
// A group of MPI ranks without <mpi.h>: what the runtime's headers pass around. The handle itself is in
// src/mpi_handles.hpp.
#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace brick {

namespace detail {
struct communicator_state; // owns the MPI_Comm
struct communicator_access;
} // namespace detail

/// A shared reference to a communicator; copies mean the same group. Empty until `runtime` makes one.
/// The functions named collective must be called by all its ranks.
class communicator {
public:
  communicator() = default;

  [[nodiscard]] int rank() const;
  [[nodiscard]] int size() const;
  explicit operator bool() const { return state_ != nullptr; }

  void barrier() const;                                                 ///< collective
  [[nodiscard]] double max(double value) const;                         ///< collective; over all ranks, on all ranks
  [[nodiscard]] double min(double value) const;                         ///< collective
  [[nodiscard]] std::pair<double, double> extremes(double value) const; ///< collective; the least and the greatest
  /// Collective; the same for each of two values.
  [[nodiscard]] std::array<std::pair<double, double>, 2> extremes(const std::array<double, 2>& values) const;
  [[nodiscard]] double sum(double value) const;                     ///< collective; added in rank order
  [[nodiscard]] std::vector<double> all_gather(double value) const; ///< collective; one entry a rank
  /// Collective; one entry a rank. Throws `error` on all ranks where the texts have 2 GiB or more in all.
  [[nodiscard]] std::vector<std::string> all_gather(const std::string& text) const;
  void broadcast(std::span<std::byte> data, int root) const; ///< collective; any length, the same on all ranks
  void send(std::span<const std::byte> data, int rank, int tag) const; ///< blocking; any length
  void receive(std::span<std::byte> data, int rank, int tag) const;    ///< blocking; the length must match

private:
  friend struct detail::communicator_access;
  std::shared_ptr<detail::communicator_state> state_;
};

namespace detail {
/// A duplicate of the communicator that Fortran's handle means; collective. See mpi.hpp.
communicator duplicate_of_fortran(int handle);

/// While it lives, messages about ranks that do not come, in waits of `group`, begin with `what`, which outlives it.
class purpose {
public:
  purpose(const communicator& group, const std::string& what);
  ~purpose();
  purpose(const purpose&) = delete;
  purpose& operator=(const purpose&) = delete;

private:
  communicator group_;
  const std::string* before_;
};
} // namespace detail

} // namespace brick
