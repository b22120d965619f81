// SPDX-License-Identifier: MIT
// What all halo_exchange objects made for one communicator share.
#pragma once

#include <algorithm>
#include <cstddef>
#include <memory>
#include <vector>

#include "brick/communicator.hpp"
#include "cache_line.hpp"
#include "halo_tags.hpp"
#include "halo_window.hpp"
#include "watchdog.hpp"

namespace brick::detail {

/// The memory of a message; whoever may still read or write it holds it.
using halo_buffer = std::shared_ptr<message_bytes>;

/// A duplicate communicator, so that halos and other messages never meet, its tags, and memory that MPI may still use
/// after an exception has given up its messages.
class halo_group {
public:
  explicit halo_group(const communicator& ranks);

  /// The one of `ranks`, which is made when there is none. Collective.
  static std::shared_ptr<halo_group> of(const communicator& ranks);

  /// Whether a rank is on the node of this one.
  [[nodiscard]] bool on_node(int rank) const { return std::ranges::binary_search(node_ranks_, rank); }

  const std::shared_ptr<watchdog> watch;
  communicator ranks;
  halo_tags tags;
  std::vector<std::shared_ptr<void>> parked;
  halo_windows windows;

private:
  std::vector<int> node_ranks_; // sorted
};

} // namespace brick::detail
