// SPDX-License-Identifier: MIT
// The minimal segments of a halo message between arrays of two ranks (Schneider, Gerstenberger, Hoefler, "Compiler
// optimizations for non-contiguous remote data movement", section 2).
#pragma once

#include <cstdint>
#include <vector>

#include "halo_layout.hpp"

namespace brick::detail {

/// `length` bytes from `source` in array `from` of the sender to `destination` in array `to` of the receiver.
struct halo_segment {
  int from = 0, to = 0;
  std::int64_t source = 0, destination = 0, length = 0;
  friend bool operator==(const halo_segment&, const halo_segment&) = default;
};

/// The fewest that move the message; both sides have as many bytes.
std::vector<halo_segment> segments_between(const std::vector<halo_piece>& source,
                                           const std::vector<halo_piece>& destination);

} // namespace brick::detail
