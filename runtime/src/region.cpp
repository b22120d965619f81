// SPDX-License-Identifier: MIT
// Bricks and cells inside and outside a region.
#include "brick/region.hpp"

#include <algorithm>
#include <cstring>

#include "brick/error.hpp"

namespace brick::detail {

template <int D> void check_region(const std::string& call, const box<D>& cells, const index<D>& domain) {
  if (empty(cells) || intersection(cells, {{}, domain}) == cells) return;
  throw error(call + "the box from " + to_string(cells.low) + " to " + to_string(cells.high) +
              " is not inside the domain of " + to_string(domain) + " cells");
}

template <int D>
chosen_bricks choose_bricks(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, const box<D>& cells) {
  chosen_bricks result;
  for (std::int32_t id : bricks) {
    const box<D> own = intersection(layout.cells_of(id), layout.own_cells());
    const box<D> inside = intersection(own, cells);
    if (!empty(inside)) (inside == own ? result.whole : result.cut).push_back(id);
  }
  return result;
}

template <int D>
void restore_outside(const brick_layout<D>& layout, std::int32_t id, const box<D>& cells, const std::byte* saved,
                     std::byte* target, std::size_t element_bytes) {
  constexpr int fast = D - 1;
  const box<D> brick = layout.cells_of(id);
  const box<D> inside = intersection(brick, cells);
  const auto copy = [&](std::int64_t first, std::int64_t last) {
    const auto skipped = static_cast<std::size_t>(first) * element_bytes;
    std::memcpy(target + skipped, saved + skipped, static_cast<std::size_t>(last - first) * element_bytes);
  };
  box<D> rows = brick;
  rows.high[fast] = rows.low[fast] + 1;
  std::int64_t start = 0;
  for_each_in(rows, [&](index<D> row) {
    row[fast] = inside.low[fast];
    const bool cut = contains(inside, row);
    const std::int64_t low = cut ? inside.low[fast] - brick.low[fast] : layout.brick()[fast];
    const std::int64_t high = cut ? inside.high[fast] - brick.low[fast] : layout.brick()[fast];
    copy(start, start + low);
    copy(start + high, start + layout.brick()[fast]);
    start += layout.brick()[fast];
  });
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template void check_region<D>(const std::string&, const box<D>&, const index<D>&);                                   \
  template chosen_bricks choose_bricks(const brick_layout<D>&, std::span<const std::int32_t>, const box<D>&);          \
  template void restore_outside(const brick_layout<D>&, std::int32_t, const box<D>&, const std::byte*, std::byte*,     \
                                std::size_t);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
