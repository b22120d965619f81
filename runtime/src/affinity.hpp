// SPDX-License-Identifier: MIT
// Which cores a rank's threads run on.
#pragma once

#include <cstddef>

#include "brick/communicator.hpp"

namespace brick::detail {

/// A rank's share of its node.
struct node_share {
  int threads = 0;             ///< at least one; 0 where hwloc does not know the machine
  std::size_t cache_bytes = 0; ///< its part of the caches furthest from the cores; 0 where hwloc does not know
};

/// The number of threads a rank should run, at most: the processing units of its affinity mask, shared fairly among the
/// ranks of `node` that have the same mask; at least one. When those ranks outnumber their mask although the machine
/// would let them run elsewhere (an inherited OMP_PLACES pins every rank to the same core), each rank is given its
/// share of the machine, and `bind_this_thread` moves the threads there. Collective over `node`.
node_share share_of_node(const communicator& node);

/// Moves the calling thread to the share that `share_of_node` chose, once a thread; nothing where it chose none.
void bind_this_thread();

} // namespace brick::detail
