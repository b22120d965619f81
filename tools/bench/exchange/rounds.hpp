// Exchanges in turn: the machine's speed drifts, so every way gets some in every round.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/communicator.hpp>

#include <algorithm>
#include <array>
#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "contender.hpp"

namespace bench {

/// Seconds of one exchange, by this rank's clock: pack, call, wait, and all of it.
using sample = std::array<double, 4>;

/// A way and its name, how many exchanges are a turn of it, and what they took.
struct entry {
  std::string name;
  std::unique_ptr<contender> way;
  long exchanges = 1;
  std::vector<sample> samples = {};
};

inline sample timed(contender& way) {
  using clock = std::chrono::steady_clock;
  way.prepare();
  const parts before = way.spent();
  const auto begin = clock::now();
  way.exchange();
  const double total = std::chrono::duration<double>(clock::now() - begin).count();
  const parts after = way.spent();
  return {after.pack - before.pack, after.call - before.call, after.wait - before.wait, total};
}

/// The medians of each number: an exchange during which a rank was not running says nothing.
inline sample medians(const std::vector<sample>& samples) {
  sample result{};
  std::vector<double> values(samples.size());
  for (std::size_t i = 0; i < result.size(); ++i) {
    std::ranges::transform(samples, values.begin(), [&](const sample& each) { return each[i]; });
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::ranges::nth_element(values, middle);
    result[i] = *middle;
  }
  return result;
}

/// All ranks start at once; the first exchange fetches what others have left in the caches, and does not count.
inline sample turn(const brick::communicator& ranks, contender& way, long exchanges) {
  std::vector<sample> samples(static_cast<std::size_t>(exchanges));
  ranks.barrier();
  way.exchange();
  for (sample& each : samples)
    each = timed(way);
  return medians(samples);
}

/// How many exchanges take about so many seconds; the same on all ranks. More and more are tried until they take a
/// fifth of that: the first ones are slower where threads of the way before are still awake.
inline long exchanges_for(const brick::communicator& ranks, contender& way, double seconds) {
  constexpr long most = 20000;
  constexpr double part = 0.2;
  double one = 0;
  for (long tried = 5; tried <= most && static_cast<double>(tried) * one <= part * seconds; tried *= 4)
    one = std::max(ranks.max(turn(ranks, way, tried).back()), 1e-7);
  return std::clamp(static_cast<long>(seconds / one), 1L, most);
}

inline void run_rounds(const brick::communicator& ranks, std::vector<entry>& entries, int rounds, double seconds) {
  for (entry& each : entries)
    each.exchanges = exchanges_for(ranks, *each.way, seconds);
  for (int round = 0; round < rounds; ++round)
    for (entry& each : entries)
      each.samples.push_back(turn(ranks, *each.way, each.exchanges));
}

} // namespace bench
