// SPDX-License-Identifier: MIT
// The MPI handles behind the runtime's opaque classes; included by runtime/src only, so that user code parses no
// <mpi.h>.
#pragma once

#include <mpi.h>

#include <memory>
#include <span>

#include "brick/communicator.hpp"

namespace brick::detail {

class halo_group;

/// Owns a communicator; frees it unless MPI has already been finalised. Errors on it are returned, not fatal.
struct communicator_state {
  explicit communicator_state(MPI_Comm owned);
  ~communicator_state();
  communicator_state(const communicator_state&) = delete;
  communicator_state& operator=(const communicator_state&) = delete;

  MPI_Comm handle;
  int rank = 0;
  int size = 1;
  bool given_up = false;             ///< messages may be left on it that nobody waits for
  std::shared_ptr<halo_group> halos; ///< what the halo_exchange objects on it share; empty until there is one
};

/// The state behind `group`; throws `error` when it is empty.
communicator_state& state_of(const communicator& group);

/// A communicator of its own with the same ranks. Collective.
communicator duplicate_of(MPI_Comm ranks);

/// Makes a `communicator` that owns `owned`.
communicator make_communicator(MPI_Comm owned);

/// The MPI communicator behind `group`; throws `error` when it is empty.
MPI_Comm communicator_of(const communicator& group);

/// Waits for all of them, letting other ranks have the core meanwhile.
void wait_all(std::span<MPI_Request> requests);

/// Whether an exchange on `group` was given up half way; may be set.
bool& given_up(const communicator& group);

} // namespace brick::detail
