// SPDX-License-Identifier: MIT
// The loops that copy rows of blocks (Schneider, Gerstenberger, Hoefler, section 3: one loop for each block size,
// instruction and unroll factor). Which one to take is not decided here.
#pragma once

#include <cstddef>
#include <cstdint>

namespace brick::detail {

/// The library is built for any x86-64; wider vectors are used where the processor has them.
enum class instruction_set { baseline, avx2, avx512 };

/// What this processor has.
instruction_set widest_instruction_set();

[[nodiscard]] constexpr std::int64_t vector_bytes(instruction_set set) {
  return set == instruction_set::avx512 ? 64 : set == instruction_set::avx2 ? 32 : 16;
}

enum class block_loop {
  call,   ///< memcpy for each block, any length
  fixed,  ///< a length known to the compiler
  pair,   ///< two moves that may overlap, up to two vectors
  vectors ///< whole vectors and one that overlaps them, from one vector on
};

/// What is asked for in the array before it is copied.
enum class block_prefetch {
  none,
  near, ///< into the first-level cache, up to 16 blocks ahead
  far   ///< into the second-level cache, which can wait for more lines at a time, up to 64 blocks ahead
};

/// How blocks of one length are copied.
struct block_method {
  block_loop loop = block_loop::call;
  instruction_set set = instruction_set::baseline; ///< for loops whose words are wider than 16 bytes
  int unroll = 1;                                  ///< blocks copied between two branches: one of `unrolls`
  block_prefetch prefetch = block_prefetch::none;
  friend bool operator==(const block_method&, const block_method&) = default;
};

/// More than one for blocks of up to 64 bytes only.
constexpr int unrolls[] = {1, 2, 4, 8};

/// From where to where: `rows` rows of `count` blocks of `length` bytes. Neither side may overlap the other. What is
/// copied next begins one row stride behind the last row. Where blocks are twins, a second one is copied with each, as
/// far from it on either side as is given here.
struct block_grid {
  std::byte* to;
  const std::byte* from;
  std::int64_t length, count, rows;
  std::int64_t to_stride, to_row_stride;
  std::int64_t from_stride, from_row_stride;
  bool gathers; ///< `from` is the side to be prefetched, else `to`
  bool twins = false;
  std::ptrdiff_t twin_to = 0, twin_from = 0;
};

using block_kernel = void (*)(const block_grid&);

/// The loop for blocks of `length` bytes; null if there is none. Copies in the order of the blocks, of twins either
/// each pair or all of the first and then all of the second ones, and touches no byte outside of them.
block_kernel find_kernel(const block_method& method, std::int64_t length);

/// Blocks at irregular places: `count` of them, at `array` + each of `offsets`, one behind the other in `buffer`.
struct block_list {
  std::byte* array;
  std::byte* buffer;
  const std::int64_t* offsets;
  std::int64_t length, count;
  bool packs; ///< from `array` to `buffer`, else back
};

using list_kernel = void (*)(const block_list&);

/// The loop for blocks of `length` bytes, in order.
list_kernel find_list_kernel(std::int64_t length);

/// Copies with stores that bypass the caches; for lengths of some lines. end_streaming() makes them visible to others.
void copy_streaming(const block_grid& grid);
void end_streaming();

} // namespace brick::detail
