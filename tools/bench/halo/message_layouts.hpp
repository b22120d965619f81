// The messages of the paper's figures 8 to 12 (Schneider, Gerstenberger, Hoefler, "Compiler optimizations for
// non-contiguous remote data movement", section 5): blocks of the sender's array, one behind the other at the receiver.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/error.hpp>
#include <brick/halo_region.hpp>

#include <cstdint>
#include <random>
#include <string>
#include <vector>

namespace bench {

/// So many blocks of so many bytes.
struct message_layout {
  std::string name; ///< fft, specfem-regular, specfem-irregular
  std::int64_t blocks = 0, block_bytes = 0;

  [[nodiscard]] std::int64_t bytes() const { return blocks * block_bytes; }
};

inline constexpr std::int64_t element_bytes = 4; // that of the smallest block

/// `fft`: a rank's part of the rows of complex numbers that a transposition gives to one of 16 ranks.
/// `specfem-regular`: every second block, as 12 of 24 bytes in the paper. `specfem-irregular`: elements at random
/// distances, always the same.
inline brick::halo_region region_of(const message_layout& layout) {
  const std::int64_t columns = layout.block_bytes / element_bytes;
  if (layout.name == "fft") return brick::halo_region({{0, columns, layout.blocks, 16 * columns}});
  if (layout.name == "specfem-regular") return brick::halo_region({{0, columns, layout.blocks, 2 * columns}});
  if (layout.name != "specfem-irregular") throw brick::error("there is no layout of messages named " + layout.name);
  std::mt19937 random(1);
  std::vector<std::int64_t> indices;
  for (std::int64_t block = 0, at = 0; block < layout.blocks; ++block, at += 1 + random() % 3 * columns)
    for (std::int64_t i = 0; i < columns; ++i)
      indices.push_back(at++);
  return brick::halo_region::of_indices(indices);
}

} // namespace bench
