// SPDX-License-Identifier: MIT
#include "halo_tags.hpp"

#include <algorithm>
#include <string>

#include "brick/error.hpp"

namespace brick::detail {

std::int64_t halo_tags::take(const communicator& ranks, std::int64_t count) {
  std::int64_t first = fresh_;
  if (end_ - fresh_ >= count)
    fresh_ += count;
  else
    first = agree(ranks, count);
  taken_[first] = count;
  return first;
}

/// The first free range at or behind `from`; end_ when there is none.
std::int64_t halo_tags::first_free(std::int64_t from, std::int64_t count) const {
  for (const auto& [first, taken] : taken_) {
    if (first + taken <= from) continue;
    if (first - from >= count) break;
    from = first + taken;
  }
  return end_ - from >= count ? from : end_;
}

std::int64_t halo_tags::agree(const communicator& ranks, std::int64_t count) const {
  for (std::int64_t from = 0; from < end_;) {
    const auto [least, greatest] = ranks.extremes(static_cast<double>(first_free(from, count)));
    from = static_cast<std::int64_t>(greatest);
    if (least == greatest && from < end_) return from;
  }
  throw error("no " + std::to_string(count) + " message tags are left for a halo_exchange, of the " +
              std::to_string(end_) + " that MPI has on a communicator; " + std::to_string(taken_.size()) +
              " objects are alive on it");
}

} // namespace brick::detail
