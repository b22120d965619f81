// SPDX-License-Identifier: MIT
// Packing and unpacking of many blocks, each length in the way that copy_methods has for it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "block_kernels.hpp"
#include "block_runs.hpp"
#include "copy_methods.hpp"

namespace brick::detail {

struct block_options {
  /// No wider instructions than these are used.
  instruction_set set = widest_instruction_set();

  /// Unset: blocks are warm that lie in more memory than a core's caches hold, and cold in more than the last cache
  /// does, since what uses the array between two exchanges has gone through that memory.
  std::optional<cache_state> state;

  /// How blocks of which length are copied; must outlive the constructor of a set.
  const copy_methods* methods = &default_copy_methods();

  /// For tests and measurements, taken where it can copy the length instead of any other.
  std::optional<block_method> method;

  /// Sets that are large enough to be worth it are shared among so many threads.
  int threads = 1;

  /// For tests and measurements, instead of those of `methods`.
  std::optional<std::int64_t> streaming_bytes, threaded_bytes;
};

/// A run, and where its bytes are: in which buffer, and from which byte of that on.
struct placed_run {
  block_run run;
  std::int64_t place = 0;
  int buffer = 0;
};

/// Adds these blocks, in the buffer one after the other from `place` on.
void append(std::vector<placed_run>& runs, const std::vector<block_run>& blocks, std::int64_t place, int buffer = 0);

/// Puts runs in an order in which those that may share cache lines follow each other, for packing: every block has its
/// place, whatever the order.
void bring_together(std::vector<placed_run>& runs);

/// Blocks of an array and their places in a buffer, or in several. How they are copied is decided once, here.
class block_set {
public:
  block_set() = default;
  explicit block_set(const std::vector<placed_run>& runs, const block_options& options = {});

  /// In the buffer one after the other.
  explicit block_set(const std::vector<extent>& blocks, const block_options& options = {});

  [[nodiscard]] std::int64_t bytes() const { return bytes_; }

  /// Copies the blocks of `array` to their places in the buffers, which do not overlap them.
  void pack(const std::byte* array, std::span<std::byte* const> buffers) const;
  void pack(const std::byte* array, std::byte* buffer) const { pack(array, {&buffer, 1}); }

  /// What falls to `thread` of `threads`, each of which calls this: then all blocks are copied.
  void pack_share(const std::byte* array, std::span<std::byte* const> buffers, int thread, int threads) const;

  /// Copies the other way, where there is one buffer. Where blocks overlap, the last one stays.
  void unpack(std::byte* array, const std::byte* buffer) const;

private:
  struct step {
    placed_run blocks;         ///< one large block: as many blocks of a byte; a list: its offset is that in offsets_
    block_kernel pack, unpack; ///< null: by memcpy
    list_kernel list = nullptr;
    std::optional<placed_run> twin = {}; ///< whose blocks are copied with those of `blocks`
    std::int64_t cost = 0;               ///< of one block and its twin
  };

  void add(const placed_run& blocks, const block_options& options, cache_state state);
  void add_list(std::span<const placed_run> runs);
  void copy(bool packs, std::byte* array, std::byte* const* buffers) const;
  void copy_share(bool packs, std::byte* array, std::byte* const* buffers, std::int64_t begin, std::int64_t end) const;
  static std::int64_t blocks_of_line(const step& s, std::byte* const* buffers, std::int64_t number);
  void copy_blocks(const step& s, bool packs, std::byte* array, std::byte* const* buffers, std::int64_t begin,
                   std::int64_t end) const;

  std::vector<step> steps_;
  std::vector<std::int64_t> offsets_; ///< of blocks in lists
  std::int64_t bytes_ = 0, cost_ = 0;
  bool streams_ = false;
  int pack_threads_ = 1, unpack_threads_ = 1;
};

} // namespace brick::detail
