// SPDX-License-Identifier: MIT
// How a message that is packed and put is cut into blocks, so that packing one hides the transfer of the one before
// (Schneider, Gerstenberger, Hoefler, "Compiler optimizations for non-contiguous remote data movement", sections 2
// and 4).
#pragma once

#include <cstdint>
#include <vector>

namespace brick {

/// What puts and copies cost, in seconds; tools/brick-probe measures them. `count` puts of `bytes` in all take
/// latency + count * put + bytes * put_byte (section 4), and copying `runs` contiguous runs of `bytes` in all takes
/// runs * copy_run + bytes * copy_byte. The defaults are those of a fast network.
struct put_costs {
  double latency = 1e-6;
  double put = 0.7e-6;
  double put_byte = 0.1e-9;
  double copy_run = 1e-9;
  double copy_byte = 0.1e-9;
};

/// The sizes of blocks, in bytes: `first`, then each `factor` times the one before, none above `most` (0: no limit).
/// A `first` or `factor` of 0 is to be chosen.
struct put_blocks {
  std::int64_t first = 0;
  double factor = 0;
  std::int64_t most = 0;
  friend bool operator==(const put_blocks&, const put_blocks&) = default;
};

/// A message whose blocks are to be chosen: its bytes, and in how many contiguous runs they lie.
struct put_message {
  std::int64_t bytes = 0;
  std::int64_t runs = 1;
};

/// How many times longer the put of a block takes than packing it (section 4): what grows up to this factor is packed
/// while the block before travels.
double put_ratio(const put_costs& costs, const put_message& message, double block);

/// Blocks of one size, as the times of section 2 ask for: neither a long first copy, nor many puts.
put_blocks choose_fixed_pipeline(const put_costs& costs, const put_message& message);

/// Growing blocks by the rule of section 4. The first is the size below which a put costs far more than a copy; none is
/// larger than what is put as fast as it is copied; the factor is the largest with which every block is packed while
/// the one before travels. What `given` has already stays.
put_blocks choose_superpipeline(const put_costs& costs, const put_message& message, put_blocks given = {});

/// The sizes of all blocks of a message. Throws `error` unless `first` is positive, and `factor` 1 at least.
std::vector<std::int64_t> sizes_of(const put_blocks& blocks, std::int64_t bytes);

/// The time that section 2 gives for packing and putting these blocks of a message.
double pipeline_time(const put_costs& costs, const put_message& message, const std::vector<std::int64_t>& sizes);

} // namespace brick
