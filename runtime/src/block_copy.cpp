// SPDX-License-Identifier: MIT
// A set of blocks is a list of steps, each a run of blocks and the loop that copies it. Two runs that go through the
// same cache lines, as the faces at both ends of an array's rows do (the end of one row shares a line with the
// beginning of the next one), are twins: one loop copies a block of each, and loads that line once. For blocks of an
// element or two, lines are all that counts.
#include "block_copy.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <span>
#include <tuple>

#include "brick/parallel.hpp"
#include "cache_line.hpp"
#include "topology.hpp"

namespace brick::detail {

namespace {

// Measured on servers with a second-level cache of 1 MiB a core (AMD Zen 4), with GCC 12 and glibc 2.36.
constexpr std::int64_t least_gap_cold = 256; // the processor sees what is to come next if gaps are smaller
constexpr std::int64_t shortest_streamed = 256;
constexpr std::int64_t longest_together = 32;

// A quarter of a microsecond, in units of `cost`, on two cores of an AMD Zen 5. Where they are far apart (a line takes
// that long from one to the other), they pack six faces of 64^3 1.07 times as fast with it; where they are near, 0.96.
constexpr std::int64_t head_start = 36'000;

// Measured by `brick-bench exchange --experiment pipelines` (4-byte blocks at irregular places) on an Intel Xeon
// (Emerald Rapids).
constexpr std::int64_t longest_listed = 64;
constexpr std::int64_t most_blocks_listed = 8; // of a run: loops over longer ones need no list
constexpr std::size_t least_runs_listed = 4;

/// How much memory the blocks lie in.
std::int64_t span(const std::vector<placed_run>& runs) {
  if (runs.empty()) return 0;
  std::int64_t low = runs.front().run.offset, high = low;
  for (const auto& [r, place, buffer] : runs) {
    const std::int64_t along = (r.count - 1) * r.stride, across = (r.rows - 1) * r.row_stride;
    low = std::min(low, r.offset + std::min<std::int64_t>(along, 0) + std::min<std::int64_t>(across, 0));
    high = std::max(high, r.offset + std::max<std::int64_t>(along, 0) + std::max<std::int64_t>(across, 0) + r.length);
  }
  return high - low;
}

/// Where these blocks are, most likely: what uses their array between two exchanges goes through all of it.
cache_state likely_state(const std::vector<placed_run>& runs) {
  const std::int64_t bytes = span(runs);
  return bytes <= caches().core ? cache_state::hot : bytes <= caches().last ? cache_state::warm : cache_state::cold;
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

/// How far blocks of alike runs are from the one before, beside or behind them, whichever is nearest.
std::int64_t distance(const block_run& a, const block_run& b) {
  const std::int64_t beside = b.offset - a.offset;
  return std::min({std::abs(beside - a.stride), std::abs(beside), std::abs(beside + a.stride)});
}

bool go_together(const block_run& a, const block_run& b) {
  return a.length <= longest_together && a.count > 1 && alike(a, b) && std::abs(a.stride) >= line &&
         distance(a, b) < line && !overlap(a, b);
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

/// One large block as blocks of a byte, of which threads can take as many as they like.
placed_run bytewise(const placed_run& block) {
  return {{block.run.offset, 1, block.run.length, 1, 1, 0}, block.place, block.buffer};
}

/// Addresses, which may be those of two buffers.
std::ptrdiff_t apart(const std::byte* from, const std::byte* to) {
  return static_cast<std::ptrdiff_t>(reinterpret_cast<std::uintptr_t>(to) - reinterpret_cast<std::uintptr_t>(from));
}

void copy_bytes(const placed_run& part, bool packs, std::byte* array, std::byte* buffer) {
  std::byte *const in_array = array + part.run.offset, *const in_buffer = buffer + part.place;
  std::memcpy(packs ? in_buffer : in_array, packs ? in_array : in_buffer, static_cast<std::size_t>(bytes(part.run)));
}

/// Calls `visit(part)` for parts that together are the blocks `begin` to before `end` of a run, counted row by row. The
/// row stride of a part that is no whole row leads to the blocks of the run that follow it.
template <class Visit> void for_each_part(const placed_run& of, std::int64_t begin, std::int64_t end, Visit&& visit) {
  const block_run& r = of.run;
  while (begin < end) {
    const std::int64_t row = begin / r.count, at = begin % r.count;
    const bool whole = at == 0 && end - begin >= r.count;
    placed_run part = of;
    part.run.offset += row * r.row_stride + at * r.stride;
    part.run.count = whole ? r.count : std::min(r.count - at, end - begin);
    part.run.rows = whole ? (end - begin) / r.count : 1;
    if (!whole)
      part.run.row_stride = at + part.run.count < r.count ? part.run.count * r.stride : r.row_stride - at * r.stride;
    part.place += begin * r.length;
    visit(part);
    begin += part.run.count * part.run.rows;
  }
}

/// Whether some byte is in two blocks.
bool overlap(const std::vector<placed_run>& runs) {
  std::vector<extent> blocks;
  for (const auto& [r, place, buffer] : runs)
    for (std::int64_t row = 0; row < r.rows; ++row)
      for (std::int64_t i = 0; i < r.count; ++i)
        blocks.push_back({r.offset + row * r.row_stride + i * r.stride, r.length});
  std::ranges::sort(blocks, {}, &extent::offset);
  return std::ranges::adjacent_find(
             blocks, [](const extent& a, const extent& b) { return a.offset + a.length > b.offset; }) != blocks.end();
}

/// How many of these runs, from the first one on, are better copied as a list of blocks: short ones of one length and
/// few blocks, each behind the one before in the buffer. 0 where there are too few.
std::size_t runs_to_list(std::span<const placed_run> runs) {
  const std::int64_t length = runs.front().run.length;
  if (length > longest_listed) return 0;
  std::size_t count = 0;
  for (std::int64_t place = runs.front().place; count < runs.size(); ++count) {
    const auto& [run, at, buffer] = runs[count];
    if (run.length != length || at != place || buffer != runs.front().buffer ||
        run.count * run.rows > most_blocks_listed)
      break;
    place += bytes(run);
  }
  return count >= least_runs_listed ? count : 0;
}

/// What copying a block costs: its bytes, read and written, and the cache line that it shares with others or loads for
/// a few bytes.
std::int64_t cost(const block_run& run) { return run.length == 1 && run.stride == 1 ? 2 : 2 * run.length + line; }

/// The same for a block of each of two runs that share lines: one more line is loaded where they happen to lie in two.
std::int64_t cost(const block_run& a, const block_run& b) { return 4 * a.length + line + distance(a, b); }

} // namespace

void append(std::vector<placed_run>& runs, const std::vector<block_run>& blocks, std::int64_t place, int buffer) {
  for (const block_run& run : blocks) {
    runs.push_back({run, place, buffer});
    place += bytes(run);
  }
}

/// Short runs stay as they are: they are copied as lists where they follow each other in a buffer.
void bring_together(std::vector<placed_run>& runs) {
  const auto is_long = [](const placed_run& each) { return each.run.count * each.run.rows > most_blocks_listed; };
  const auto short_ones = std::ranges::stable_partition(runs, is_long);
  std::ranges::stable_sort(runs.begin(), short_ones.begin(), {}, [](const placed_run& each) {
    return std::tuple(each.run.length, each.run.count, each.run.rows, each.run.offset);
  });
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
  const cache_state state = options.state ? *options.state : likely_state(runs);
  for (const placed_run& blocks : runs)
    bytes_ += detail::bytes(blocks.run);
  streams_ = bytes_ >= options.streaming_bytes.value_or(options.methods->streaming_bytes);
  for (std::span<const placed_run> left(runs); !left.empty();) {
    if (const std::size_t listed = options.method ? 0 : runs_to_list(left); listed > 0) {
      add_list(left.first(listed));
      left = left.subspan(listed);
      continue;
    }
    const placed_run& blocks = left.front();
    add(blocks, options, state);
    left = left.subspan(1);
    if (left.empty() || !go_together(blocks.run, left.front().run)) continue;
    steps_.back().twin = left.front();
    left = left.subspan(1);
  }
  for (step& s : steps_) {
    const block_run& run = s.blocks.run;
    s.cost = s.twin ? detail::cost(run, s.twin->run) : detail::cost(run);
    cost_ += run.count * run.rows * s.cost;
  }
  if (options.threads > 1 && bytes_ >= options.threaded_bytes.value_or(options.methods->threaded_bytes)) {
    pack_threads_ = options.threads;
    if (!overlap(runs)) unpack_threads_ = options.threads; // else the last one of those that overlap would not be known
  }
}

void block_set::add(const placed_run& blocks, const block_options& options, cache_state state) {
  const block_run& run = blocks.run;
  if (run.count * run.rows == 1 && !options.method) {
    steps_.push_back({bytewise(blocks), nullptr, nullptr});
    return;
  }
  const std::int64_t gap = std::abs(run.count > 1 ? run.stride : run.row_stride) - run.length;
  if (gap < least_gap_cold) state = cache_state::hot;
  const auto kernel = [&](const method_table& methods) {
    const block_kernel given = options.method ? find_kernel(*options.method, run.length) : nullptr;
    return given ? given : kernel_for(methods, run.length, options.set);
  };
  const copy_methods& methods = *options.methods;
  const bool streamed = streams_ && run.length >= shortest_streamed;
  steps_.push_back({blocks, streamed ? copy_streaming : kernel(methods.pack(state)), kernel(methods.unpack(state))});
}

void block_set::add_list(std::span<const placed_run> runs) {
  const std::int64_t length = runs.front().run.length, first = std::ssize(offsets_);
  for (const auto& [run, place, buffer] : runs)
    for (std::int64_t row = 0; row < run.rows; ++row)
      for (std::int64_t i = 0; i < run.count; ++i)
        offsets_.push_back(run.offset + row * run.row_stride + i * run.stride);
  steps_.push_back({{{first, length, std::ssize(offsets_) - first}, runs.front().place, runs.front().buffer},
                    nullptr,
                    nullptr,
                    find_list_kernel(length)});
}

/// Blocks `begin` to before `end` of the run, and their twins.
void block_set::copy_blocks(const step& s, bool packs, std::byte* array, std::byte* const* buffers, std::int64_t begin,
                            std::int64_t end) const {
  if (s.list) {
    const auto& [run, place, buffer] = s.blocks;
    s.list({array, buffers[buffer] + place + begin * run.length, offsets_.data() + run.offset + begin, run.length,
            end - begin, packs});
    return;
  }
  const block_kernel kernel = packs ? s.pack : s.unpack;
  for_each_part(s.blocks, begin, end, [&](const placed_run& part) {
    std::byte* const buffer = buffers[part.buffer];
    if (!kernel) return copy_bytes(part, packs, array, buffer);
    block_grid grid = packs ? gather(part, array, buffer) : scatter(part, array, buffer);
    if (s.twin) {
      const std::ptrdiff_t in_array = s.twin->run.offset - s.blocks.run.offset,
                           in_buffer = apart(buffer + s.blocks.place, buffers[s.twin->buffer] + s.twin->place);
      grid.twins = true;
      grid.twin_to = packs ? in_buffer : in_array;
      grid.twin_from = packs ? in_array : in_buffer;
    }
    kernel(grid);
  });
}

/// How many blocks of the same cache line of the buffer are in front of block `number` of a step.
std::int64_t block_set::blocks_of_line(const step& s, std::byte* const* buffers, std::int64_t number) {
  const auto& [run, place, buffer] = s.blocks;
  const auto at = reinterpret_cast<std::uintptr_t>(buffers[buffer] + place + number * run.length);
  return std::min(number, static_cast<std::int64_t>(at % line) / run.length);
}

/// What falls to a thread, from `begin` to before `end` of the cost of all: shares are contiguous, so that two threads
/// share few cache lines. A share of what is packed ends with a line of the buffer where one ends between two blocks of
/// a run, as it does if so many of them fill lines: cores that are far from each other take half a microsecond to pass
/// a line on.
void block_set::copy_share(bool packs, std::byte* array, std::byte* const* buffers, std::int64_t begin,
                           std::int64_t end) const {
  std::int64_t before = 0;
  for (const step& s : steps_) {
    if (before >= end) break;
    const block_run& run = s.blocks.run;
    const std::int64_t all = run.count * run.rows;
    const auto reached = [&](std::int64_t at) {
      const std::int64_t blocks = std::clamp<std::int64_t>((at - before) / s.cost, 0, all);
      return packs && blocks < all ? blocks - blocks_of_line(s, buffers, blocks) : blocks;
    };
    copy_blocks(s, packs, array, buffers, reached(begin), reached(end));
    before += all * s.cost;
  }
  if (packs && streams_) end_streaming();
}

void block_set::copy(bool packs, std::byte* array, std::byte* const* buffers) const {
  const int threads = packs ? pack_threads_ : unpack_threads_;
  parallel(threads, [&](int thread) {
    const auto [begin, end] = share(cost_, thread, threads);
    copy_share(packs, array, buffers, begin, end);
  });
}

void block_set::pack(const std::byte* array, std::span<std::byte* const> buffers) const {
  copy(true, const_cast<std::byte*>(array), buffers.data()); // only reads the array
}

/// Thread 0, which has told the others to begin and waits for them, takes more than they do.
void block_set::pack_share(const std::byte* array, std::span<std::byte* const> buffers, int thread, int threads) const {
  const std::int64_t even = cost_ / threads;
  const std::int64_t first = threads == 1 ? cost_ : even + std::min(head_start, even / 10);
  const auto before = [&](int number) {
    return number == 0 ? 0 : first + share(cost_ - first, number - 1, std::max(threads - 1, 1)).first;
  };
  auto* const read = const_cast<std::byte*>(array); // only read
  copy_share(true, read, buffers.data(), before(thread), before(thread + 1));
}

void block_set::unpack(std::byte* array, const std::byte* buffer) const {
  std::byte* const read = const_cast<std::byte*>(buffer); // only read
  copy(false, array, &read);
}

} // namespace brick::detail
