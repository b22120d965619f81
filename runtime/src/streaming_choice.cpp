// SPDX-License-Identifier: MIT
// Choosing by time whether sweeps are streaming.
#include "brick/streaming_choice.hpp"

#include <algorithm>

namespace brick::detail {
namespace {

template <std::size_t N> double median(std::array<double, N> values) {
  std::ranges::nth_element(values, values.begin() + N / 2);
  return values[N / 2];
}

} // namespace

void streaming_choice::took(double seconds) {
  constexpr double faster = 0.95; // what may be noise does not change anything
  if (untimed_ > 0) {
    --untimed_;
    return;
  }
  const int sweep = timed_ % sweeps_of_series - uncounted;
  if (sweep >= 0)
    seconds_[static_cast<std::size_t>(timed_ / sweeps_of_series)][static_cast<std::size_t>(sweep)] = seconds;
  if (++timed_ < series * sweeps_of_series) return;
  const double kept = std::min(median(seconds_[0]), median(seconds_[2]));
  const double other = std::max(median(seconds_[1]), median(seconds_[3]));
  if (other < faster * kept) kept_ = !kept_;
  timed_ = 0;
  untimed_ = between;
}

streaming_choice* streaming_choices::of(entity stencil, std::size_t bytes, std::size_t from_bytes) {
  if (bytes <= from_bytes / 2 || bytes / 2 >= from_bytes) return nullptr;
  return &choices_.try_emplace(stencil, bytes > from_bytes).first->second;
}

} // namespace brick::detail
