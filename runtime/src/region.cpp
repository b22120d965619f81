// SPDX-License-Identifier: MIT
// Bricks and cells inside and outside a region.
#include "brick/region.hpp"

#include <algorithm>
#include <cstring>
#include <memory>

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

namespace {

/// Copies the cells of brick `id`, which lies at `target`, that are not in `cells` back from `saved`, a copy of it.
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

/// Copies of one brick of every output, to be put back.
template <int D> class saved_outputs {
public:
  saved_outputs(const brick_layout<D>& layout, std::span<const swept_output> outputs)
      : layout_(layout), outputs_(outputs) {
    std::size_t bytes = 0;
    for (const swept_output& output : outputs_)
      bytes += brick_bytes(output);
    copies_ = std::make_unique_for_overwrite<std::byte[]>(bytes);
  }

  void save(std::int32_t id) {
    std::byte* copy = copies_.get();
    for (const swept_output& output : outputs_) {
      std::memcpy(copy, output.first + id * output.stride_bytes, brick_bytes(output));
      copy += brick_bytes(output);
    }
  }

  /// Puts the cells outside `cells` back.
  void restore(std::int32_t id, const box<D>& cells) {
    const std::byte* copy = copies_.get();
    for (const swept_output& output : outputs_) {
      restore_outside(layout_, id, cells, copy, output.first + id * output.stride_bytes, output.element_bytes);
      copy += brick_bytes(output);
    }
  }

private:
  [[nodiscard]] std::size_t brick_bytes(const swept_output& output) const {
    return static_cast<std::size_t>(layout_.cells_per_brick()) * output.element_bytes;
  }

  const brick_layout<D>& layout_;
  std::span<const swept_output> outputs_;
  std::unique_ptr<std::byte[]> copies_;
};

} // namespace

template <int D>
void sweep_region(const brick_layout<D>& layout, std::span<const std::int32_t> bricks, const box<D>& cells,
                  std::span<const swept_output> outputs,
                  void (*sweep)(const void* context, std::span<const std::int32_t> bricks), const void* context) {
  const chosen_bricks chosen = choose_bricks(layout, bricks, cells);
  sweep(context, chosen.whole);
  saved_outputs<D> saved(layout, outputs);
  for (const std::int32_t& id : chosen.cut) {
    saved.save(id);
    sweep(context, {&id, 1});
    saved.restore(id, cells);
  }
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template void check_region<D>(const std::string&, const box<D>&, const index<D>&);                                   \
  template chosen_bricks choose_bricks(const brick_layout<D>&, std::span<const std::int32_t>, const box<D>&);          \
  template void sweep_region(const brick_layout<D>&, std::span<const std::int32_t>, const box<D>&,                     \
                             std::span<const swept_output>, void (*)(const void*, std::span<const std::int32_t>),      \
                             const void*);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
