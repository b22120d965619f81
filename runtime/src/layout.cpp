// SPDX-License-Identifier: MIT
// Numbering of a rank's bricks, their adjacency, and the order to compute them in.
#include "brick/layout.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string>

#include <sys/sysinfo.h>

#include "brick/error.hpp"
#include "brick/parallel.hpp"
#include "brick/storage.hpp"
#include "brick_regions.hpp"
#include "halo_boxes.hpp"

namespace brick {
namespace {

constexpr std::int32_t nobody = -1;

template <int D> void check_halo(const decomposition<D>& cut) {
  for (int a = 0; a < D; ++a)
    if (cut.halo()[a] > cut.unit()[a])
      throw error("a halo of " + std::to_string(cut.halo()[a]) + " cells is deeper than a brick of " +
                  std::to_string(cut.unit()[a]) + " on axis " + std::to_string(a));
}

std::size_t checked_page_bytes(std::size_t imposed) {
  const std::size_t system = system_page_bytes();
  if (imposed % system)
    throw error("a page of " + std::to_string(imposed) + " bytes is not a multiple of the system's " +
                std::to_string(system));
  return imposed ? imposed : system;
}

/// Bricks per step at which both a brick and a page begin.
std::int64_t bricks_per_page_step(std::int64_t brick_bytes, std::int64_t page) {
  return page / std::gcd(page, brick_bytes);
}

/// How much of a row of bricks a patch of three axes has: all of it, since bricks beside the patch on the fast axis are
/// read in full too, unless too few such rows would make a patch. Then equal parts (measured on Intel: rows of 32 are
/// better whole, of 48 about as good, of 64 and more in parts).
std::int64_t row_part_of(std::int64_t width) {
  constexpr std::int64_t longest_row = 36, good_part = 24;
  const std::int64_t parts = width <= longest_row ? 1 : (width + good_part - 1) / good_part;
  return (width + parts - 1) / parts;
}

/// The traversal's patch: bricks of the two fast axes, all of the others. As many rows as the second-level cache holds
/// two layers of, where that has a megabyte, but at least two: rows beside the patch are read twice (measured).
template <int D> index<D> patch_of(const index<D>& wanted, const index<D>& width, std::int64_t brick_bytes) {
  constexpr std::int64_t patch_bytes = 400 << 10, least_rows = 2;
  std::int64_t bricks = std::max<std::int64_t>(1, patch_bytes / brick_bytes);
  index<D> patch = width;
  for (int a = D - 1; a > 0 && a > D - 3; --a) {
    patch[a] = std::clamp<std::int64_t>(bricks, 1, a == 2 ? row_part_of(width[a]) : width[a]);
    bricks = std::max(least_rows, (bricks + patch[a] / 2) / patch[a]);
  }
  for (int a = 0; a < D; ++a)
    if (wanted[a] > 0) patch[a] = wanted[a];
  return patch;
}

/// Columns along the slowest axis, as high as three of them fit into that cache: those at both sides of the one that is
/// computed are read too.
template <int D> index<D> column_block_of(const index<D>& width, std::int64_t brick_bytes) {
  constexpr std::int64_t column_bytes = 128 << 10;
  index<D> block = width;
  block[0] = std::clamp<std::int64_t>(column_bytes / brick_bytes, 1, width[0]);
  return block;
}

void check_count(std::int64_t bricks, int rank) {
  if (bricks > std::numeric_limits<std::int32_t>::max())
    throw error("rank " + std::to_string(rank) + " has " + std::to_string(bricks) +
                " bricks, more than 2^31; use larger bricks or more ranks");
}

/// Where no field would fit, the tables of bricks might take all memory before anybody tries to make one.
void check_memory(std::int64_t cells, std::size_t element_bytes) {
  struct sysinfo machine{};
  if (::sysinfo(&machine) != 0) return;
  const std::size_t bytes = static_cast<std::size_t>(cells) * element_bytes;
  const std::size_t memory = (machine.totalram + machine.totalswap) * machine.mem_unit;
  if (bytes > memory)
    throw error("a rank's part of the grid has " + std::to_string(cells) + " cells, and a field there " +
                std::to_string(bytes) + " bytes, more than the " + std::to_string(memory) +
                " of its machine's memory; use more machines");
}

} // namespace

template <int D>
brick_layout<D>::brick_layout(const decomposition<D>& cut, int rank, const options_type& options)
    : cut_(cut), rank_(rank), options_(options), brick_(cut.unit()), cells_(cut.part(rank)),
      own_(detail::bricks_of(cut, rank)), all_(own_), axes_(detail::kinds_of_axes(cut, options.wrap_in_place)) {
  check_halo(cut);
  options_.page_bytes = checked_page_bytes(options.page_bytes);
  if (empty(own_)) return;
  if (on_pages())
    align_ = bricks_per_page_step(cells_per_brick() * static_cast<std::int64_t>(options.element_bytes),
                                  static_cast<std::int64_t>(options_.page_bytes));
  for (int a = 0; a < D; ++a) {
    all_.low[a] -= axes_.padded[a];
    all_.high[a] += axes_.padded[a];
  }
  check_count(volume(all_), rank_);
  check_memory(volume(own_) * cells_per_brick(), options.element_bytes);
  ids_.assign(static_cast<std::size_t>(volume(all_)), nobody);
  number_own_bricks();
  number_ghost_bricks();
  build_adjacency();
  build_adjacency_in_place();
  build_sequences();
  build_turns();
  build_lines();
}

template <int D> void brick_layout<D>::number_own_bricks() {
  for (const detail::region<D>& r : detail::regions_of(cut_, axes_, rank_, align_)) {
    const bool is_inner = r.low == 0 && r.high == 0; // it is the first
    if (!is_inner) {
      place(r.bricks, r.first);
      continue;
    }
    place_as_swept(r.bricks, r.first);
    if (on_pages()) private_count_ = round_up(count_, align_);
  }
  box<D> whole = cells_; // the bricks without a cell beyond the domain
  for (int a = 0; a < D; ++a)
    whole.high[a] = cells_.high[a] / brick_[a];
  for_each_in(own_, [&](const index<D>& x) {
    for (int a = 0; a < D; ++a)
      if (x[a] >= whole.high[a]) {
        partial_.push_back({brick_at(x), x});
        break;
      }
  });
}

template <int D> box<D> brick_layout<D>::ghost_box(const index<D>& direction) const {
  return detail::ghost_cells(own_, filled<D>(1), direction);
}

/// Whether the bricks in that direction belong to a rank on this node, or to this one, and its memory can be seen.
template <int D> bool brick_layout<D>::is_seen(const index<D>& direction) const {
  return reads_in_place(options_.exchange) && bricks_travel(direction) &&
         std::ranges::find(options_.node, cut_.neighbour(rank_, direction)) != options_.node.end();
}

/// Whether the brick has no cell beyond the domain. Where bricks travel across the ends of an axis, all along it are
/// whole.
template <int D> bool brick_layout<D>::is_whole(const index<D>& lattice) const {
  for (int a = 0; a < D; ++a) {
    const std::int64_t first = lattice[a] * brick_[a];
    if (first < cut_.cells()[a] && first + brick_[a] > cut_.cells()[a]) return false;
  }
  return true;
}

/// Whether a cell of the brick is no further from a side that is not periodic than the halo.
template <int D> bool brick_layout<D>::is_at_wall(const index<D>& lattice) const {
  for (int a = 0; a < D; ++a) {
    const std::int64_t first = lattice[a] * brick_[a];
    const bool is_near = first < cut_.halo()[a] || first + brick_[a] > cut_.cells()[a] - cut_.halo()[a];
    if (is_near && !cut_.periodic()[a]) return true;
  }
  return false;
}

template <int D> bool brick_layout<D>::bricks_travel(const index<D>& direction) const {
  return detail::only_along(direction, axes_.exchanging) && cut_.neighbour(rank_, direction) >= 0 &&
         !detail::crosses_seam(cut_, axes_, rank_, direction);
}

/// First the bricks that messages fill, as the sender stores them; then the others, filled by walls or cell by cell.
template <int D> void brick_layout<D>::number_ghost_bricks() {
  const auto for_each_direction = [&](bool travelling, const auto& visit) {
    for (int code = 0; code < direction_count(D); ++code) {
      const index<D> direction = direction_of<D>(code);
      if (code == middle_direction(D) || !detail::only_along(direction, axes_.padded)) continue;
      if (bricks_travel(direction) == travelling) visit(code, direction);
    }
  };
  const std::int64_t own_count = round_up(count_, align_);
  for_each_direction(true, [&](int code, const index<D>& direction) {
    const int sender = cut_.neighbour(rank_, direction);
    const auto regions = detail::regions_of(cut_, axes_, sender, align_);
    const box<D> theirs = detail::bricks_of(cut_, sender);
    ghost_first_[code] = round_up(count_, align_);
    for (detail::region<D> r : detail::regions_towards(regions, opposite(direction))) {
      for (int a = 0; a < D; ++a) {
        const std::int64_t shift = direction[a] > 0   ? own_.high[a] - theirs.low[a]
                                   : direction[a] < 0 ? own_.low[a] - theirs.high[a]
                                                      : 0;
        r.bricks.low[a] += shift;
        r.bricks.high[a] += shift;
      }
      place(r.bricks, round_up(count_, align_));
    }
  });
  count_ = round_up(count_, align_); // what pads the last message lands in holes
  const std::int64_t travelled = count_;
  for_each_direction(false, [&](int, const index<D>& direction) { place(ghost_box(direction), count_); });
  if (!reads_in_place(options_.exchange)) return;
  seen_shift_ = round_up(count_, align_) - own_count;
  seen_count_ = travelled - own_count;
  check_count(travelled + seen_shift_, rank_);
}

/// Gives the bricks of a box the ids from `first` on.
template <int D> void brick_layout<D>::place(const box<D>& bricks, std::int64_t first) {
  make_room(first + volume(bricks));
  for_each_in(bricks, [&](const index<D>& x) { give(first++, x); });
}

/// The same for own bricks that no other rank knows by their number, so that sweeps go through memory from front to
/// back.
template <int D> void brick_layout<D>::place_as_swept(const box<D>& bricks, std::int64_t first) {
  make_room(first + volume(bricks));
  for_each_as_swept(options_.order, [&](const index<D>& x) {
    if (contains(bricks, x)) give(first++, x);
  });
}

template <int D> void brick_layout<D>::make_room(std::int64_t end) {
  count_ = end;
  check_count(count_, rank_);
  lattice_.resize(static_cast<std::size_t>(count_));
}

template <int D> void brick_layout<D>::give(std::int64_t id, const index<D>& lattice) {
  ids_[static_cast<std::size_t>(position_in(all_, lattice))] = static_cast<std::int32_t>(id);
  lattice_[static_cast<std::size_t>(id)] = lattice;
  if (!contains(own_, lattice)) ghosts_.push_back({static_cast<std::int32_t>(id), lattice});
}

template <int D> std::int32_t brick_layout<D>::brick_at(const index<D>& lattice) const {
  index<D> x = lattice;
  for (int a = 0; a < D; ++a)
    if (axes_.closed[a] && own_.high[a] > 0 && (x[a] < 0 || x[a] >= own_.high[a])) // divisions take long
      x[a] -= floor_div(x[a], own_.high[a]) * own_.high[a];
  return contains(all_, x) ? ids_[static_cast<std::size_t>(position_in(all_, x))] : nobody;
}

template <int D> std::int64_t brick_layout<D>::offset_of(const index<D>& cell, int interleaved) const {
  index<D> lattice;
  std::int64_t inside = 0;
  for (int a = 0; a < D; ++a) {
    lattice[a] = floor_div(cell[a], brick_[a]);
    inside = inside * brick_[a] + (cell[a] - lattice[a] * brick_[a]);
  }
  return brick_at(lattice) * cells_per_brick() * interleaved + inside;
}

template <int D> cell_block<D> brick_layout<D>::block_of(const index<D>& cell) const {
  cell_block<D> block;
  index<D> lattice;
  std::int64_t stride = 1;
  for (int a = D - 1; a >= 0; --a) {
    lattice[a] = floor_div(cell[a], brick_[a]);
    block.cells.low[a] = lattice[a] * brick_[a];
    block.cells.high[a] = block.cells.low[a] + brick_[a];
    block.strides[a] = stride;
    stride *= brick_[a];
  }
  block.first = brick_at(lattice) * cells_per_brick();
  return block;
}

/// The brick at these coordinates, or else the nearest to them.
template <int D> std::int32_t brick_layout<D>::nearest(index<D> lattice) const {
  for (int a = 0; a < D; ++a)
    if (!axes_.closed[a]) lattice[a] = std::clamp(lattice[a], all_.low[a], all_.high[a] - 1);
  return brick_at(lattice);
}

template <int D> void brick_layout<D>::build_adjacency() {
  constexpr int directions = direction_count(D);
  adjacency_.assign(static_cast<std::size_t>(count_ * directions), 0);
  for_each_in(all_, [&](const index<D>& x) {
    const std::int64_t row = std::int64_t{brick_at(x)} * directions;
    for (int code = 0; code < directions; ++code) {
      index<D> neighbour = direction_of<D>(code);
      for (int a = 0; a < D; ++a)
        neighbour[a] += x[a];
      adjacency_[static_cast<std::size_t>(row + code)] = nearest(neighbour);
    }
  });
}

template <int D> void brick_layout<D>::build_adjacency_in_place() {
  std::vector<bool> seen(static_cast<std::size_t>(count_), false);
  for (int code = 0; code < direction_count(D); ++code)
    if (code != middle_direction(D) && is_seen(direction_of<D>(code)))
      for_each_in(ghost_box(direction_of<D>(code)),
                  [&](const index<D>& x) { seen[static_cast<std::size_t>(brick_at(x))] = is_whole(x); });
  if (std::ranges::find(seen, true) == seen.end()) return;
  adjacency_in_place_ = adjacency_;
  for (std::int32_t& id : adjacency_in_place_)
    if (seen[static_cast<std::size_t>(id)]) id += static_cast<std::int32_t>(seen_shift_);
}

/// The rows of a brick that a sweep computes which leaves out some.
template <int D> std::int64_t brick_layout<D>::rows_computed(const index<D>& lattice, sweep_omission omission) const {
  std::int64_t rows = 1;
  for (int a = 0; a < D - 1; ++a)
    rows *= round_up(std::min(cut_.cells()[a] - lattice[a] * brick_[a], brick_[a]), computed_at_once(a, omission));
  return rows;
}

/// How many planes, rows or cells of a row a sweep computes or leaves out together.
template <int D> std::int64_t brick_layout<D>::computed_at_once(int axis, sweep_omission omission) const {
  if (axis == D - 1) return brick_[axis];
  const bool by_halves = omission == sweep_omission::half_planes && axis == 1;
  return by_halves ? std::max<std::int64_t>(brick_[axis] / 2, 1) : 1;
}

template <int D> index<D> brick_layout<D>::computed_end() const {
  index<D> end;
  for (int a = 0; a < D; ++a)
    end[a] = round_up(cut_.cells()[a], computed_at_once(a, sweep_omission::half_planes));
  return end;
}

template <int D> void brick_layout<D>::build_turns() {
  turns_.assign(static_cast<std::size_t>(count_), 0);
  const auto turn = [&](std::int32_t id) -> std::int32_t& { return turns_[static_cast<std::size_t>(id)]; };
  std::int32_t next = 0;
  for (const std::int32_t id : sequence_of(options_.order).all)
    turn(id) = next++;
  for (const placed_brick<D>& ghost : ghosts_) {
    index<D> inside = ghost.lattice;
    for (int a = 0; a < D; ++a)
      inside[a] = std::clamp(inside[a], own_.low[a], own_.high[a] - 1);
    turn(ghost.id) = turn(brick_at(inside));
  }
}

template <int D> void brick_layout<D>::build_lines() {
  std::vector<bool> inner(static_cast<std::size_t>(count_), false);
  for (const std::int32_t id : sequence_of(sweep_order::patches).inner)
    inner[static_cast<std::size_t>(id)] = true;
  const auto list = [this](brick_part part) -> std::vector<std::int32_t>& {
    return lines_[static_cast<std::size_t>(part)];
  };
  std::vector<std::int32_t> line;
  for (const std::int32_t first : traversal()) {
    index<D> place = lattice_of(first);
    if (place[D - 1] != own_.low[D - 1]) continue;
    line.clear();
    for (; place[D - 1] < own_.high[D - 1]; ++place[D - 1])
      line.push_back(brick_at(place));
    const bool is_inner =
        std::ranges::all_of(line, [&](std::int32_t id) { return inner[static_cast<std::size_t>(id)]; });
    for (const brick_part part : {brick_part::all, is_inner ? brick_part::inner : brick_part::surface})
      list(part).insert(list(part).end(), line.begin(), line.end());
  }
}

template <int D> void brick_layout<D>::build_sequences() {
  outside_.assign(static_cast<std::size_t>(count_), false);
  for (const auto* list : {&ghosts_, &partial_})
    for (const placed_brick<D>& b : *list)
      outside_[static_cast<std::size_t>(b.id)] = true;
  for (const auto order : {sweep_order::patches, sweep_order::columns}) {
    detail::brick_sequence& to = sequences_[static_cast<std::size_t>(order)];
    for_each_as_swept(order, [&](const index<D>& lattice) { add(to, lattice); });
    to.inner_before.push_back(static_cast<std::int32_t>(to.inner.size()));
    if (partial_.empty()) continue;
    for (const auto omission : {sweep_omission::half_planes, sweep_omission::rows}) {
      std::vector<std::int64_t>& before = to.rows_before[static_cast<std::size_t>(omission)];
      before.push_back(0);
      for (const std::int32_t id : to.all)
        before.push_back(before.back() + rows_computed(lattice_of(id), omission));
    }
  }
}

/// Own bricks, by their lattice coordinates, as sweeps in that order come to them: block by block; inside a block of
/// columns the slowest axis is the fastest.
template <int D>
template <class Visit>
void brick_layout<D>::for_each_as_swept(sweep_order order, const Visit& visit) const {
  const std::int64_t brick_bytes = cells_per_brick() * static_cast<std::int64_t>(options_.element_bytes);
  const index<D> width = shape(own_);
  std::array<int, D> axes{};
  std::iota(axes.begin(), axes.end(), 0);
  if (order == sweep_order::columns) std::rotate(axes.begin(), axes.begin() + 1, axes.end());
  const index<D> block = order == sweep_order::columns ? column_block_of<D>(width, brick_bytes)
                                                       : patch_of<D>(options_.patch, width, brick_bytes);
  box<D> blocks;
  for (int a = 0; a < D; ++a)
    blocks.high[a] = (width[a] + block[a] - 1) / block[a];
  for_each_in(blocks, [&](const index<D>& at) {
    box<D> bricks; // its i-th axis is axes[i]
    for (int i = 0; i < D; ++i) {
      const int a = axes[static_cast<std::size_t>(i)];
      bricks.low[i] = own_.low[a] + at[a] * block[a];
      bricks.high[i] = std::min(bricks.low[i] + block[a], own_.high[a]);
    }
    for_each_in(bricks, [&](const index<D>& turned) {
      index<D> lattice;
      for (int i = 0; i < D; ++i)
        lattice[axes[static_cast<std::size_t>(i)]] = turned[i];
      visit(lattice);
    });
  });
}

template <int D> void brick_layout<D>::add(detail::brick_sequence& to, const index<D>& lattice) {
  const std::int32_t id = brick_at(lattice);
  const auto around =
      std::span(adjacency_).subspan(static_cast<std::size_t>(id) * direction_count(D), direction_count(D));
  const bool reads_outside =
      std::ranges::any_of(around, [&](std::int32_t n) { return outside_[static_cast<std::size_t>(n)]; });
  to.inner_before.push_back(static_cast<std::int32_t>(to.inner.size()));
  to.all.push_back(id);
  (reads_outside ? to.surface : to.inner).push_back(id);
}

template <int D>
std::span<const std::int32_t> brick_layout<D>::share_of(brick_part part, int thread, int threads, sweep_order order,
                                                        sweep_omission omission) const {
  const detail::brick_sequence& bricks = sequence_of(order);
  if (bricks.all.empty()) return {};
  auto [first, last] = detail::share(std::ssize(bricks.all), thread, threads);
  if (const auto& rows = bricks.rows_before[static_cast<std::size_t>(omission)]; !rows.empty()) {
    const auto brick_at_row = [&](std::int64_t row) { return std::ranges::lower_bound(rows, row) - rows.begin(); };
    const auto [first_row, last_row] = detail::share(rows.back(), thread, threads);
    first = brick_at_row(first_row);
    last = brick_at_row(last_row);
  }
  const std::int64_t inner_first = bricks.inner_before[static_cast<std::size_t>(first)];
  const std::int64_t inner_last = bricks.inner_before[static_cast<std::size_t>(last)];
  const auto piece = [](const std::vector<std::int32_t>& list, std::int64_t from, std::int64_t to) {
    return std::span(list).subspan(static_cast<std::size_t>(from), static_cast<std::size_t>(to - from));
  };
  if (part == brick_part::all) return piece(bricks.all, first, last);
  if (part == brick_part::inner) return piece(bricks.inner, inner_first, inner_last);
  return piece(bricks.surface, first - inner_first, last - inner_last);
}

template <int D> std::size_t brick_layout<D>::storage_bytes(std::size_t element_bytes) const {
  const std::int64_t bytes = count_ * cells_per_brick() * static_cast<std::int64_t>(element_bytes);
  return static_cast<std::size_t>(round_up(bytes, static_cast<std::int64_t>(options_.page_bytes)));
}

template <int D> std::size_t brick_layout<D>::private_bytes(std::size_t element_bytes) const {
  return std::min(static_cast<std::size_t>(private_count_ * cells_per_brick()) * element_bytes,
                  storage_bytes(element_bytes));
}

template <int D> std::size_t brick_layout<D>::seen_bytes(std::size_t element_bytes) const {
  if (seen_count_ == 0) return 0;
  const std::int64_t end = (round_up(count_, align_) + seen_count_) * cells_per_brick();
  return static_cast<std::size_t>(end) * element_bytes - storage_bytes(element_bytes);
}

template class brick_layout<1>;
template class brick_layout<2>;
template class brick_layout<3>;

} // namespace brick
