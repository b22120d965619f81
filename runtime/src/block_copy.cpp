// SPDX-License-Identifier: MIT
// A set of blocks is a list of steps, each a run of blocks and the loop that copies it. Two runs that go through the
// same cache lines, as the faces at both ends of an array's rows do (the end of one row shares a line with the
// beginning of the next one), are copied in turn, some rows at a time: the second finds in the nearest cache what the
// first has brought there. For blocks of an element or two, lines are all that counts.
#include "block_copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace brick::detail {

namespace {

constexpr std::int64_t line = 64;

// Measured by tools/bench/copy/table.cpp on servers with a second-level cache of 1 MiB a core (AMD Zen 4), with GCC 12
// and glibc 2.36. There, instruction sets hardly differ, and nothing is gained by prefetching short blocks: enough of
// them are under way anyway.
constexpr std::int64_t cache_bytes = std::int64_t{1} << 20; // a core's own
constexpr std::int64_t longest_by_vectors = 512;            // memcpy is faster from there on,
constexpr std::int64_t longest_cold_by_vectors = 1024;      // but does not prefetch what lies apart
constexpr std::int64_t shortest_prefetched = 32;
constexpr std::int64_t least_gap_prefetched = 256; // the processor sees what is to come next if gaps are smaller
constexpr std::int64_t shortest_streamed = 256;
constexpr std::int64_t longest_together = 32;
constexpr std::int64_t blocks_in_turn = 128;           // whose lines stay in the nearest cache,
constexpr std::int64_t nearest_cache_bytes = 32 << 10; // which has this size

/// How much memory the blocks lie in.
std::int64_t span(const std::vector<placed_run>& runs) {
  if (runs.empty()) return 0;
  std::int64_t low = runs.front().run.offset, high = low;
  for (const auto& [r, place] : runs) {
    const std::int64_t along = (r.count - 1) * r.stride, across = (r.rows - 1) * r.row_stride;
    low = std::min(low, r.offset + std::min<std::int64_t>(along, 0) + std::min<std::int64_t>(across, 0));
    high = std::max(high, r.offset + std::max<std::int64_t>(along, 0) + std::max<std::int64_t>(across, 0) + r.length);
  }
  return high - low;
}

block_kernel kernel_for(instruction_set set, std::int64_t length, block_method method) {
  const block_kernel found = find_kernel(set, method.loop, length, method.prefetches);
  return found ? found : find_kernel(set, block_loop::call, length, method.prefetches);
}

bool alike(const block_run& a, const block_run& b) {
  return a.length == b.length && a.count == b.count && a.stride == b.stride && a.rows == b.rows &&
         a.row_stride == b.row_stride;
}

/// Whether a block of one run overlaps a block of another, which is alike.
bool overlap(const block_run& a, const block_run& b) {
  for (std::int64_t rows = 1 - a.rows; rows < a.rows; ++rows) {
    const std::int64_t apart = b.offset - a.offset + rows * a.row_stride;
    const std::int64_t near = a.stride == 0 ? 0 : -apart / a.stride;
    for (std::int64_t blocks = near - 1; blocks <= near + 1; ++blocks)
      if (std::abs(blocks) < a.count && std::abs(apart + blocks * a.stride) < a.length) return true;
  }
  return false;
}

/// Whether blocks of alike runs are in the same lines as the one before, beside or behind them.
bool share_lines(const block_run& a, const block_run& b) {
  for (const std::int64_t blocks : {-1, 0, 1})
    if (std::abs(b.offset - a.offset + blocks * a.stride) < line) return true;
  return false;
}

bool go_together(const block_run& a, const block_run& b) {
  return a.length <= longest_together && a.count > 1 && 2 * line * a.count * a.rows > nearest_cache_bytes &&
         alike(a, b) && std::abs(a.stride) >= line && share_lines(a, b) && !overlap(a, b);
}

block_grid gather(const placed_run& blocks, const std::byte* array, std::byte* buffer) {
  const block_run& r = blocks.run;
  return {buffer + blocks.place, array + r.offset, r.length,     r.count, r.rows, r.length,
          r.length * r.count,    r.stride,         r.row_stride, true};
}

block_grid scatter(const placed_run& blocks, std::byte* array, const std::byte* buffer) {
  const block_run& r = blocks.run;
  return {array + r.offset, buffer + blocks.place, r.length, r.count, r.rows, r.stride, r.row_stride,
          r.length,         r.length * r.count,    false};
}

} // namespace

block_method best_method(instruction_set set, const block_run& run, cache_state state) {
  const std::int64_t gap = std::abs(run.count > 1 ? run.stride : run.row_stride) - run.length;
  const bool apart = state == cache_state::cold && gap >= least_gap_prefetched;
  const bool prefetches = apart && run.length >= shortest_prefetched && run.length <= longest_cold_by_vectors;
  if (run.length > (apart ? longest_cold_by_vectors : longest_by_vectors)) return {};
  for (const block_loop loop : {block_loop::fixed, block_loop::pair, block_loop::vectors})
    if (find_kernel(set, loop, run.length, prefetches)) return {loop, prefetches};
  return {};
}

void append(std::vector<placed_run>& runs, const std::vector<block_run>& blocks, std::int64_t place) {
  for (const block_run& run : blocks) {
    runs.push_back({run, place});
    place += bytes(run);
  }
}

block_set::block_set(const std::vector<extent>& blocks, const block_options& options)
    : block_set(
          [&] {
            std::vector<placed_run> runs;
            append(runs, compress(blocks), 0);
            return runs;
          }(),
          options) {}

block_set::block_set(const std::vector<placed_run>& runs, const block_options& options) {
  const cache_state state = options.state.value_or(span(runs) > cache_bytes ? cache_state::cold : cache_state::hot);
  for (const placed_run& blocks : runs)
    bytes_ += detail::bytes(blocks.run);
  streams_ = bytes_ > options.streaming_bytes;
  for (const placed_run& blocks : runs) {
    const block_run& run = blocks.run;
    const bool calls = run.count * run.rows == 1 && !options.method;
    const block_method method = options.method.value_or(best_method(options.set, run, state));
    const block_kernel kernel = calls ? nullptr : kernel_for(options.set, run.length, method);
    const bool streamed = streams_ && run.length >= shortest_streamed;
    steps_.push_back({blocks, streamed ? copy_streaming : kernel, kernel, 1});
  }
  for (std::size_t i = 0; i + 1 < steps_.size(); ++i)
    if (go_together(steps_[i].blocks.run, steps_[i + 1].blocks.run)) steps_[i++].together = 2;
}

/// Some rows of each run, or a part of a row, and so on.
void block_set::copy_together(const step* first, bool packs, std::byte* array, std::byte* buffer) const {
  const block_run& shape = first->blocks.run;
  const std::int64_t rows = std::max<std::int64_t>(1, blocks_in_turn / shape.count);
  const std::int64_t count = std::min(blocks_in_turn, shape.count);
  for (std::int64_t row = 0; row < shape.rows; row += rows)
    for (std::int64_t at = 0; at < shape.count; at += count)
      for (int i = 0; i < first->together; ++i) {
        placed_run some = first[i].blocks;
        some.run.offset += row * shape.row_stride + at * shape.stride;
        some.run.count = std::min(count, shape.count - at);
        some.run.rows = std::min(rows, shape.rows - row);
        some.place += (row * shape.count + at) * shape.length;
        if (packs)
          first[i].pack(gather(some, array, buffer));
        else
          first[i].unpack(scatter(some, array, buffer));
      }
}

void block_set::pack(const std::byte* array, std::byte* buffer) const {
  for (auto s = steps_.begin(); s != steps_.end(); s += s->together) {
    const auto& [run, place] = s->blocks;
    if (s->together > 1) // which only reads the array here
      copy_together(&*s, true, const_cast<std::byte*>(array), buffer);
    else if (s->pack)
      s->pack(gather(s->blocks, array, buffer));
    else
      std::memcpy(buffer + place, array + run.offset, static_cast<std::size_t>(run.length));
  }
  if (streams_) end_streaming();
}

void block_set::unpack(std::byte* array, const std::byte* buffer) const {
  for (auto s = steps_.begin(); s != steps_.end(); s += s->together) {
    const auto& [run, place] = s->blocks;
    if (s->together > 1) // which only reads the buffer here
      copy_together(&*s, false, array, const_cast<std::byte*>(buffer));
    else if (s->unpack)
      s->unpack(scatter(s->blocks, array, buffer));
    else
      std::memcpy(array + run.offset, buffer + place, static_cast<std::size_t>(run.length));
  }
}

} // namespace brick::detail
