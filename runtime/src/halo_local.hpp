// SPDX-License-Identifier: MIT
// Halo messages from a rank to itself, without MPI.
#pragma once

#include <deque>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "halo_side.hpp"

namespace brick::detail {

class local_receive;

/// Brings sends and receives of one rank together, by tag, in the order they started. A send is complete at once: where
/// no receive waits for it, its bytes are set aside.
class halo_local {
public:
  /// Sends what is packed or, when nothing is packed, what is in `arrays`. Where lengths differ, it is the receive that
  /// fails.
  void send(halo_side& side, std::span<const halo_array> arrays);

  /// Receives into the buffer and, if there are any, into `arrays`.
  halo_operation_ptr receive(halo_side& side, std::span<const halo_array> arrays, int rank);

private:
  struct set_aside {
    int tag = 0;
    message_bytes bytes;
  };

  std::deque<set_aside> sent_;
  std::deque<std::shared_ptr<local_receive>> waiting_;
};

} // namespace brick::detail
