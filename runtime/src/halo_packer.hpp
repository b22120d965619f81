// SPDX-License-Identifier: MIT
// Packing several halo messages at once.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "halo_layout.hpp"

namespace brick::detail {

/// Copies what all messages have of an array in one go: threads share out the whole, not each message, and a cache line
/// that two messages have a part of, as the faces at both ends of an array's rows do, is loaded once.
class halo_packer {
public:
  halo_packer() = default;

  /// `messages` are not used later.
  halo_packer(std::span<const halo_layout* const> messages, int threads);

  /// `buffers` has that of every message. The arrays have been checked by the layouts.
  void pack(std::span<const halo_array> arrays, std::span<std::byte* const> buffers) const;

private:
  struct share { // of one array
    int array = 0;
    block_set blocks;
  };
  std::vector<share> shares_;
};

} // namespace brick::detail
