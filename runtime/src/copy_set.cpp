// SPDX-License-Identifier: MIT
// Copies inside a storage.
//
// At a seam every row of cells has copies of its own, of one element at each end: a hundred thousand for a cube of 250
// cells a side. Taken one by one they cost more than their lines do, as each is read from a list and calls memcpy. But
// between two bricks all cells move equally far, and those at the ends of rows lie a row apart, so their runs are few.
#include "copy_set.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "brick/blocks_ahead.hpp"
#include "brick/parallel.hpp"
#include "cache_line.hpp"
#include "repeated_runs.hpp"

namespace brick::detail {

namespace {

constexpr std::int64_t longest_copy = 4096;

struct numbered_run : copy_run {
  std::size_t number = 0; ///< of the first copy
};

/// The long copies as runs of shorter ones and what is left over.
std::vector<numbered_run> cut(const std::vector<local_copy>& copies) {
  std::vector<numbered_run> result;
  for (std::size_t i = 0; i < copies.size(); ++i) {
    const local_copy& c = copies[i];
    const std::int64_t distance = c.destination - c.source, whole = c.length / longest_copy,
                       rest = c.length % longest_copy;
    if (whole) result.push_back({{c.source, distance, longest_copy, whole, longest_copy}, i});
    if (rest) result.push_back({{c.source + c.length - rest, distance, rest}, i});
  }
  return result;
}

/// What one copy of a run takes, in lines.
std::int64_t cost(const copy_run& run) { return (run.length + line - 1) / line; }

/// The copies of a run from `first` to before `last`.
copy_run part(copy_run run, std::int64_t first, std::int64_t last) {
  run.source += first * run.stride;
  run.count = last - first;
  return run;
}

/// Contiguous shares of about equal cost.
std::vector<std::vector<copy_run>> shares_of(const std::vector<copy_run>& runs, int threads) {
  std::int64_t total = 0;
  for (const copy_run& run : runs)
    total += cost(run) * run.count;
  std::vector<std::vector<copy_run>> shares(static_cast<std::size_t>(threads));
  std::int64_t before = 0; // the cost of what has been given out
  int thread = 0;
  for (const copy_run& run : runs)
    for (std::int64_t first = 0; first < run.count;) {
      while (share(total, thread, threads).second <= before)
        ++thread;
      const std::int64_t room = share(total, thread, threads).second - before;
      const std::int64_t last = std::min(run.count, first + (room + cost(run) - 1) / cost(run));
      shares[static_cast<std::size_t>(thread)].push_back(part(run, first, last));
      before += (last - first) * cost(run);
      first = last;
    }
  return shares;
}

/// `copy(to, from)` copies a block.
template <class Copy> void copy_blocks(std::byte* from, const copy_run& run, auto& ahead, const Copy& copy) {
  for (std::int64_t i = 0; i < run.count; ++i, from += run.stride) {
    ahead.advance();
    copy(from + run.distance, from);
  }
}

/// With a length that the compiler knows.
template <std::size_t Length> void copy_short(std::byte* from, const copy_run& run, auto& ahead) {
  copy_blocks(from, run, ahead, [](std::byte* to, const std::byte* block) { std::memcpy(to, block, Length); });
}

void copy_run_at(std::byte* base, const copy_run& run, auto& ahead) {
  std::byte* from = base + run.source;
  switch (run.length) {
  case 4:
    return copy_short<4>(from, run, ahead);
  case 8:
    return copy_short<8>(from, run, ahead);
  case 16:
    return copy_short<16>(from, run, ahead);
  case 32:
    return copy_short<32>(from, run, ahead);
  case 64:
    return copy_short<64>(from, run, ahead);
  default:
    copy_blocks(from, run, ahead,
                [length = static_cast<std::size_t>(run.length)](std::byte* to, const std::byte* block) {
                  std::memcpy(to, block, length);
                });
  }
}

} // namespace

std::vector<copy_run> copy_runs_of(const std::vector<local_copy>& copies) {
  const auto alike = [](const numbered_run& r) { return std::pair(r.distance, r.length); };
  const auto joined = join_repeated<numbered_run>(cut(copies), &copy_run::source, alike, &numbered_run::number);
  return {joined.begin(), joined.end()};
}

copy_set::copy_set(const std::vector<local_copy>& copies, int threads, std::int64_t threaded_bytes) {
  const std::vector<copy_run> runs = copy_runs_of(copies);
  if (runs.empty()) return;
  std::int64_t bytes = 0; // of the lines
  for (const copy_run& run : runs)
    bytes += cost(run) * run.count * line;
  shares_ = shares_of(runs, bytes < threaded_bytes ? 1 : threads);
}

void copy_set::copy(std::byte* base) const {
  if (shares_.empty()) return;
  parallel(static_cast<int>(shares_.size()), [&](int thread) {
    const std::vector<copy_run>& runs = shares_[static_cast<std::size_t>(thread)];
    blocks_ahead ahead(runs.data(), runs.data() + runs.size(), [&](const copy_run& run, std::int64_t i) {
      const std::byte* const from = base + run.source + i * run.stride;
      fetch_both(from, from + run.distance);
    });
    for (const copy_run& run : runs)
      copy_run_at(base, run, ahead);
  });
}

} // namespace brick::detail
