// SPDX-License-Identifier: MIT
// The MPI handles behind the runtime's opaque classes; included by runtime/src only, so that user code parses no
// <mpi.h>.
#pragma once

#include <mpi.h>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <pthread.h>

#include "brick/communicator.hpp"
#include "brick/error.hpp"

namespace brick::detail {

class halo_group;
class rank_news;
class watchdog;
using abandoned_memory = std::vector<std::shared_ptr<void>>;

/// Owns a communicator; frees it unless MPI has already been finalised. Errors on it are returned, not fatal.
struct communicator_state {
  explicit communicator_state(MPI_Comm owned);
  ~communicator_state();
  communicator_state(const communicator_state&) = delete;
  communicator_state& operator=(const communicator_state&) = delete;

  MPI_Comm handle;
  int rank = 0;
  int size = 1;
  bool given_up = false;                ///< messages may be left on it that nobody waits for
  bool out_of_step = false;             ///< a call of all ranks was given up: others may be at another one
  std::optional<pthread_t> thread;      ///< the only one that may make calls of all ranks on it, if there is one
  int number = 0;                       ///< among those of `runtime`, the same on all ranks
  const std::string* purpose = nullptr; ///< what the waits under way are about, if anybody has said
  std::shared_ptr<rank_news> news;      ///< what other ranks have told; null on communicators that are not of all ranks
  std::shared_ptr<watchdog> watch;      ///< of calls that wait for other ranks; empty until there is one
  /// What waits in vain have left to MPI; shared with `runtime_state` where there is one.
  std::shared_ptr<abandoned_memory> abandoned = std::make_shared<abandoned_memory>();
  std::shared_ptr<halo_group> halos; ///< what the halo_exchange objects on it share; empty until there is one
};

/// The state behind `group`; throws `error` when it is empty.
communicator_state& state_of(const communicator& group);

/// A communicator of its own with the same ranks. Collective.
communicator duplicate_of(MPI_Comm ranks);

/// The ranks of `group` on the node of this one, in their order. Collective over `group`.
communicator ranks_of_this_node(const communicator& group);

/// The numbers in `group` of the ranks of `part`. Collective over `part`.
std::vector<int> numbers_of(const communicator& part, const communicator& group);

/// Makes a `communicator` that owns `owned`.
communicator make_communicator(MPI_Comm owned);

/// The MPI communicator behind `group`; throws `error` when it is empty.
MPI_Comm communicator_of(const communicator& group);

/// A request that failed.
class request_error : public mpi_error {
public:
  request_error(std::size_t which, const std::string& message) : mpi_error(message), which(which) {}
  std::size_t which; ///< of the requests that were looked at
};

/// Whether all are complete; throws `request_error` for the first that failed.
bool all_complete(std::span<MPI_Request> requests);

/// What other ranks of `group` have told; null where nobody tells.
rank_news* news_of(const communicator& group);

/// What watches over calls that wait for other ranks of `group`; made, collectively, where there is none.
/// Throws the same `error` on all ranks when BRICK_TIMEOUT is no number on one.
const std::shared_ptr<watchdog>& watchdog_of(const communicator& group);

/// Whether an exchange on `group` was given up half way; may be set.
bool& given_up(const communicator& group);

} // namespace brick::detail
