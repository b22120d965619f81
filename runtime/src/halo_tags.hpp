// SPDX-License-Identifier: MIT
// Which tags of a communicator are taken: every halo_exchange has a range of its own.
#pragma once

#include <cstdint>
#include <map>

#include "brick/communicator.hpp"

namespace brick::detail {

/// Ranges of the tags 0 to `most`. As long as fresh ones are left, taking is no matter of agreement: all ranks take in
/// the same order. Later a range must be free on all ranks, which may give back in different orders.
class halo_tags {
public:
  explicit halo_tags(std::int64_t most) : end_(most + 1) {}

  /// The first of `count` tags that are free on all ranks; throws `error` on all when there are none. Collective.
  std::int64_t take(const communicator& ranks, std::int64_t count);

  void give_back(std::int64_t first) { taken_.erase(first); }

private:
  [[nodiscard]] std::int64_t first_free(std::int64_t from, std::int64_t count) const;
  [[nodiscard]] std::int64_t agree(const communicator& ranks, std::int64_t count) const;

  std::int64_t end_;                           // of the tags
  std::int64_t fresh_ = 0;                     // where those begin that were never taken
  std::map<std::int64_t, std::int64_t> taken_; // first tag and number of each range
};

} // namespace brick::detail
