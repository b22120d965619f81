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
/// runs * copy_run + bytes * copy_byte. Puts keep the sender's core for count * put + bytes * core_byte of that time:
/// core_byte is 0 where network cards do the work, a part of put_byte with sockets, all of it where the put is a copy.
/// The rest goes on by itself, for as many bytes as may still travel when a put has returned and MPI is not called,
/// `ahead`: all, those in the kernel's buffers, none. The defaults are those of a fast network.
struct put_costs {
  double latency = 1e-6;
  double put = 0.7e-6;
  double put_byte = 0.1e-9;
  double copy_run = 1e-9;
  double copy_byte = 0.1e-9;
  double ahead = 1e9;
  double core_byte = 0;
  friend bool operator==(const put_costs&, const put_costs&) = default;
};

/// Between ranks of one node, where a put is a copy.
inline constexpr put_costs put_costs_on_node{.latency = 0.8e-6,
                                             .put = 0.3e-6,
                                             .put_byte = 0.1e-9,
                                             .copy_run = 2e-9,
                                             .copy_byte = 0.1e-9,
                                             .ahead = 0,
                                             .core_byte = 0.1e-9};

/// The sizes of blocks, in bytes: `first`, then each `factor` times the one before, none above `most`. Once
/// `count_every` bytes or more have been put since the last time, the sender waits for them to arrive and counts them,
/// for the receiver to unpack them while others travel; the rest at the end. What is 0 is to be chosen: who wants no
/// limit or one count only gives the bytes of the message. Where nothing is chosen any more, 0 is no limit and one
/// count.
struct put_blocks {
  std::int64_t first = 0;
  double factor = 0;
  std::int64_t most = 0;
  std::int64_t count_every = 0;
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
/// larger than what is put as fast as it is copied, or is copied while the network goes on by itself; the factor is the
/// largest with which every block is packed while the one before travels. What `given` has already stays. Where nothing
/// is given, blocks may begin larger or grow less than by the rule, or be one alone, if `pipeline_time` says so.
put_blocks choose_superpipeline(const put_costs& costs, const put_message& message, put_blocks given = {});

/// After how many bytes to count: every count makes the network wait for its latency and is a put itself, and the fewer
/// there are, the more is left to unpack when all has arrived. 0 where one count at the end is best.
std::int64_t choose_count_every(const put_costs& costs, const put_message& message);

/// The sizes of all blocks of a message. Throws `error` unless `first` is positive, and `factor` 1 at least.
std::vector<std::int64_t> sizes_of(const put_blocks& blocks, std::int64_t bytes);

/// The time to pack, put and unpack a message, whose bytes are packed and unpacked at the same cost: that of section 2
/// with the sums of section 4 for puts, what a sender can do while puts travel limited by put_costs::ahead and
/// put_costs::core_byte, and with the receiver's part.
double pipeline_time(const put_costs& costs, const put_message& message, const put_blocks& blocks);

} // namespace brick
