// SPDX-License-Identifier: MIT
// Packing and unpacking of what lies in several arrays.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "block_copy.hpp"
#include "brick/halo.hpp"

namespace brick::detail {

/// What is copied of one of the arrays of a call.
struct array_runs {
  int array = 0;
  std::vector<placed_run> runs;
};

/// Blocks of arrays and their places in a buffer, or in several; an array can come more than once.
class array_blocks {
public:
  array_blocks() = default;

  /// Large sets are copied by `threads` threads.
  array_blocks(const std::vector<array_runs>& runs, int threads);

  /// Copy between arrays, which have been checked (halo_layout), and buffers, as block_set does.
  void pack(std::span<const halo_array> arrays, std::span<std::byte* const> buffers) const;
  void pack(std::span<const halo_array> arrays, std::byte* buffer) const { pack(arrays, {&buffer, 1}); }
  void unpack(std::span<const halo_array> arrays, const std::byte* buffer) const;
  void pack_share(std::span<const halo_array> arrays, std::span<std::byte* const> buffers, int thread,
                  int threads) const;

  /// The same for what is in array `number` only.
  void pack(int number, const halo_array& array, std::byte* buffer) const;
  void unpack(int number, const halo_array& array, const std::byte* buffer) const;

private:
  struct part { // of one array
    int array = 0;
    block_set blocks;
  };
  std::vector<part> parts_;
};

} // namespace brick::detail
