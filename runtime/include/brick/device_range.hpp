// SPDX-License-Identifier: MIT
// What a kernel on a device is told of the bricks it computes. Passed by value, so plain data.
#pragma once

#include <cstdint>

namespace brick {

/// The bricks of one launch, a block of threads for each: `bricks`, `adjacency`, `lattice` and `strides` are those of
/// `sweep_range`, in memory that the device can read. Only cells of the box from `low` to before `high` (global
/// coordinates) are written.
template <int Fields, int D> struct device_range {
  const std::int32_t* bricks;
  const std::int32_t* adjacency;
  const std::int64_t* lattice;
  std::int64_t strides[Fields > 0 ? Fields : 1];
  std::int64_t low[D], high[D];
};

} // namespace brick
