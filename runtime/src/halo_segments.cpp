// SPDX-License-Identifier: MIT
#include "halo_segments.hpp"

#include <algorithm>

#include "brick/transfer.hpp"

namespace brick::detail {

namespace {

/// The arrays of one side as one storage: each behind the one before, with a byte between them that never moves, so
/// that no segment spans two.
class array_storage {
public:
  explicit array_storage(const std::vector<halo_piece>& pieces) {
    std::vector<std::int64_t> lengths;
    for (const halo_piece& p : pieces) {
      lengths.resize(std::max(lengths.size(), static_cast<std::size_t>(p.array) + 1));
      const std::int64_t last_row = std::max(p.start, p.start + (p.rows - 1) * p.stride);
      lengths[p.array] = std::max(lengths[p.array], last_row + p.columns);
    }
    for (std::int64_t length : lengths)
      begins_.push_back(begins_.back() + length + 1);
  }

  [[nodiscard]] std::vector<extent> extents(const std::vector<halo_piece>& pieces) const {
    std::vector<extent> result;
    for (const halo_piece& p : pieces)
      for (std::int64_t row = 0; row < p.rows; ++row)
        result.push_back({begins_[p.array] + p.start + row * p.stride, p.columns});
    return result;
  }

  [[nodiscard]] int array_at(std::int64_t offset) const {
    return static_cast<int>(std::ranges::upper_bound(begins_, offset) - begins_.begin()) - 1;
  }
  [[nodiscard]] std::int64_t begin(int array) const { return begins_[array]; }

private:
  std::vector<std::int64_t> begins_{0};
};

} // namespace

std::vector<halo_segment> segments_between(const std::vector<halo_piece>& source,
                                           const std::vector<halo_piece>& destination) {
  const array_storage from(source), to(destination);
  std::vector<halo_segment> result;
  for (const segment& s : brick::segments_between(from.extents(source), to.extents(destination))) {
    const int a = from.array_at(s.source), b = to.array_at(s.destination);
    result.push_back({a, b, s.source - from.begin(a), s.destination - to.begin(b), s.length});
  }
  return result;
}

} // namespace brick::detail
