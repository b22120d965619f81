// Times of contenders that run in turn, since a machine's speed drifts from second to second.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <functional>
#include <vector>

namespace timing {

/// Goes through so much memory that nothing else is left in the second-level cache; a third-level one may hold more.
class cache_sweeper {
public:
  void operator()() {
    for (std::size_t i = 0; i < memory_.size(); i += 8)
      ++memory_[i];
  }

private:
  std::vector<long> memory_ = std::vector<long>((std::size_t{64} << 20) / sizeof(long));
};

inline double seconds(const std::function<void()>& work, int times) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i)
    work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / times;
}

inline double median(std::vector<double> values) {
  std::ranges::sort(values);
  return values[values.size() / 2];
}

/// Seconds of each contender in each run. In the caches each is called often enough to be measured, out of the
/// second-level cache once a run, after a sweep. `before` is called when all is ready to be timed.
using samples = std::vector<std::vector<double>>;

inline samples measure(
    const std::vector<std::function<void()>>& contenders, bool cold, int runs,
    const std::function<void()>& before = [] {}) {
  static cache_sweeper sweep;
  samples result(contenders.size());
  std::vector<int> times;
  for (const auto& work : contenders) {
    work();
    times.push_back(cold ? 1 : std::clamp(static_cast<int>(100e-6 / seconds(work, 1)), 1, 10000));
  }
  for (int run = 0; run < runs; ++run)
    for (std::size_t i = 0; i < contenders.size(); ++i) {
      if (cold)
        sweep();
      else
        for (int warm_up = 0; warm_up < 3; ++warm_up) // what another core has worked on must come back
          contenders[i]();
      before();
      result[i].push_back(seconds(contenders[i], times[i]));
    }
  return result;
}

/// The median of a / b, pair by pair.
inline double ratio(const std::vector<double>& a, const std::vector<double>& b) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < a.size(); ++i)
    ratios.push_back(a[i] / b[i]);
  return median(ratios);
}

/// How much longer the best run of `a` takes than that of `b`.
inline double ratio_of_best(const std::vector<double>& a, const std::vector<double>& b) {
  return *std::ranges::min_element(a) / *std::ranges::min_element(b);
}

} // namespace timing
