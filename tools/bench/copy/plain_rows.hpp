// Packing boxes of a cube of doubles by loops that call memcpy for each row.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

namespace timing {

/// A box of a cubic array, the last axis running fastest.
struct region {
  std::array<int, 3> low, extents;
};

/// One box; `length` is that of a row in bytes.
template <class Length>
std::byte* plain_rows(int side, const region& r, const std::byte* array, std::byte* buffer, Length length) {
  for (int i = 0; i < r.extents[0]; ++i) {
    const std::byte* row = array + 8 * (((r.low[0] + i) * std::int64_t{side} + r.low[1]) * side + r.low[2]);
    for (int j = 0; j < r.extents[1]; ++j) {
      std::memcpy(buffer, row, length);
      buffer += length;
      row += 8 * side;
    }
  }
  return buffer;
}

template <std::size_t N> using constant = std::integral_constant<std::size_t, N>;

/// Boxes of an array with `side` elements along each axis, one behind the other in the buffer.
inline void plain(int side, const std::vector<region>& regions, const std::byte* array, std::byte* buffer) {
  for (const region& r : regions)
    switch (r.extents[2]) {
    case 1:
      buffer = plain_rows(side, r, array, buffer, constant<8>{});
      break;
    case 2:
      buffer = plain_rows(side, r, array, buffer, constant<16>{});
      break;
    case 4:
      buffer = plain_rows(side, r, array, buffer, constant<32>{});
      break;
    default:
      buffer = plain_rows(side, r, array, buffer, 8 * static_cast<std::size_t>(r.extents[2]));
    }
}

} // namespace timing
