// SPDX-License-Identifier: MIT
// Which loop copies blocks of which length (Schneider, Gerstenberger, Hoefler, section 3: for every block size the
// fastest combination of instruction and unroll factor, for data in the caches or not), as it was measured.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "block_kernels.hpp"

namespace brick::detail {

/// Where the blocks are when they are copied.
enum class cache_state {
  hot,  ///< in a core's own caches
  warm, ///< in the last one
  cold  ///< in memory
};

struct measured_method {
  std::int64_t length; ///< of the shortest blocks that it is for
  block_method method;
  friend bool operator==(const measured_method&, const measured_method&) = default;
};

/// Lengths grow, from 1 on; a method is for all lengths up to the next one.
using method_table = std::vector<measured_method>;

struct copy_methods {
  method_table pack_hot, pack_warm, pack_cold;       ///< gathering blocks of an array in a buffer
  method_table unpack_hot, unpack_warm, unpack_cold; ///< the other way
  std::int64_t streaming_bytes = 0; ///< from so many on a set is not written to its buffer through the caches
  std::int64_t threaded_bytes = 0;  ///< from so many on it is shared among threads

  [[nodiscard]] const method_table& pack(cache_state state) const {
    return state == cache_state::hot ? pack_hot : state == cache_state::warm ? pack_warm : pack_cold;
  }
  [[nodiscard]] const method_table& unpack(cache_state state) const {
    return state == cache_state::hot ? unpack_hot : state == cache_state::warm ? unpack_warm : unpack_cold;
  }
  friend bool operator==(const copy_methods&, const copy_methods&) = default;
};

/// Where nothing was measured: for this processor's widest instructions.
const copy_methods& default_copy_methods();

/// Those in the description of the machine: the keys `pack-hot`, `pack-warm`, `pack-cold`, `unpack-hot`, `unpack-warm`,
/// `unpack-cold`, which have lists of methods (`text`), `streaming-bytes` and `threaded-bytes`; what is not there is as
/// by default. Throws `error` where the file cannot be read, or a value is none.
copy_methods read_copy_methods();

/// The same, read once by a process.
const copy_methods& measured_copy_methods();

/// A method as the description has it, behind its length: "fixed avx2 x4 prefetch". `set` and `x1` are left out where
/// they make no difference.
std::string text(const block_method& method);

/// The loop of a table for blocks of `length` bytes, with no wider instructions than `widest`. Where the method of the
/// table cannot copy that length, the next one of block_loop's order fixed, pair, vectors, call that can.
block_kernel kernel_for(const method_table& methods, std::int64_t length, instruction_set widest);

} // namespace brick::detail
