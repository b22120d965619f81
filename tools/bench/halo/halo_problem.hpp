// A halo in an array of doubles: which elements go where, and what the array holds before and after.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/communicator.hpp>
#include <brick/halo_region.hpp>

#include <cstdint>
#include <vector>

namespace bench {

/// What one message takes from the array, or puts into it. The tag is the same on both sides.
struct halo_message {
  int rank;
  int tag;
  brick::halo_region region;
};

struct halo_problem {
  brick::communicator world;
  std::vector<halo_message> sends = {}, receives = {};
  std::vector<double> before = {}, after = {}; ///< every element; those that are received hold `nothing` before
};

inline constexpr double nothing = -1;

} // namespace bench
