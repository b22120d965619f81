// SPDX-License-Identifier: MIT
// What a brick layout's halo exchange moves: whole bricks from where they lie, and cells across seams.
//
// A message is the regions one neighbour needs, as segments from the sender's storage to the receiver's ghost bricks.
// Both sides derive the segments from the sender's numbering, so they agree on where messages begin and end.
#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "brick/error.hpp"
#include "brick/layout.hpp"
#include "brick_regions.hpp"
#include "halo_boxes.hpp"

namespace brick {
namespace {

/// Sources count from the sender's storage, destinations from its first ghost brick at the receiver. `page` pads the
/// regions, so that whole pages travel (1: nothing is padded).
template <int D>
std::vector<segment> segments_of(const std::vector<detail::region<D>>& sent, std::int64_t brick_bytes,
                                 std::int64_t align, std::int64_t page) {
  std::vector<segment> result;
  std::int64_t next = 0; // ghost bricks so far
  for (const detail::region<D>& r : sent) {
    const std::int64_t first = round_up(next, align), count = volume(r.bricks);
    result.push_back({r.first * brick_bytes, first * brick_bytes, round_up(count * brick_bytes, page)});
    next = first + count;
  }
  return result;
}

message message_of(int rank, int tag, bool packed, bool on_node) { return {rank, tag, packed, {}, on_node, 0}; }

} // namespace

template <int D> exchange_plan brick_layout<D>::plan(strategy how, std::size_t element_bytes, int interleaved) const {
  how = two_sided(how);
  if (((how == strategy::memmap || how == strategy::shift) && !on_pages()) ||
      (reads_in_place(how) && !reads_in_place(options_.exchange)))
    throw error("a layout made for " + std::string(to_string(options_.exchange)) + " has no plan for " +
                std::string(to_string(how)));
  exchange_plan result;
  if (empty(own_)) return result;
  const auto bytes = static_cast<std::int64_t>(element_bytes);
  if (how == strategy::shift)
    plan_shifts(result, cells_per_brick() * bytes * interleaved);
  else
    plan_bricks(result, how, cells_per_brick() * bytes * interleaved);
  if (reads_in_place(how)) plan_copies(result, cells_per_brick() * bytes * interleaved);
  plan_seams(result, bytes, interleaved);
  const bool contiguous = how == strategy::layout || how == strategy::basic || how == strategy::shared_layout;
  return contiguous ? split(result) : result;
}

template <int D> void brick_layout<D>::plan_bricks(exchange_plan& plan, strategy how, std::int64_t brick_bytes) const {
  constexpr int tags_per_direction = direction_count(D); // at least as many as regions
  const bool joined = reads_in_place(how) || how == strategy::memmap || how == strategy::layout;
  const std::int64_t step = align_ * brick_bytes; // regions start at its multiples: pages, unless elements are smaller
  const bool padded = joined && on_pages() && step % static_cast<std::int64_t>(options_.page_bytes) == 0;
  const auto segments = [&](int sender, const index<D>& direction, bool on_node) {
    const bool whole_pages = padded && (on_node || how != strategy::shared_layout);
    const std::int64_t page = whole_pages ? static_cast<std::int64_t>(options_.page_bytes) : 1;
    const auto regions = detail::regions_of(cut_, axes_, sender, align_);
    auto result = segments_of(detail::regions_towards(regions, direction), brick_bytes, align_, page);
    return joined ? minimize(std::move(result)) : result;
  };
  for (int code = 0; code < direction_count(D); ++code) {
    const index<D> direction = direction_of<D>(code);
    if (code == middle_direction(D) || !bricks_travel(direction)) continue;
    const int neighbour = cut_.neighbour(rank_, direction);
    const bool on_node = reads_in_place(how) && is_seen(direction);
    message send = message_of(neighbour, code * tags_per_direction, how == strategy::packed, on_node);
    for (const segment& s : segments(rank_, direction, on_node))
      send.pieces.push_back({s.source, s.length});
    message receive = message_of(neighbour, opposite(code, D) * tags_per_direction, how == strategy::packed, on_node);
    seen_bricks seen{neighbour, {}};
    for (const segment& s : segments(neighbour, opposite(direction), on_node)) {
      const std::int64_t ghosts = ghost_first_[code] * brick_bytes + s.destination;
      receive.pieces.push_back({ghosts, s.length});
      seen.pieces.push_back({s.source, ghosts + seen_shift_ * brick_bytes, s.length});
    }
    plan.sends.push_back(std::move(send));
    plan.recvs.push_back(std::move(receive));
    if (on_node) plan.seen.push_back(std::move(seen));
  }
}

/// The directions along the axes before `axis` in which bricks travel, and none at all: what has arrived before bricks
/// are sent along that axis.
template <int D> std::vector<index<D>> brick_layout<D>::directions_before(int axis) const {
  std::vector<index<D>> result;
  for (int code = 0; code < direction_count(D); ++code) {
    const index<D> direction = direction_of<D>(code);
    bool before = true;
    for (int a = axis; a < D; ++a)
      before = before && direction[a] == 0;
    if (before && (code == middle_direction(D) || bricks_travel(direction))) result.push_back(direction);
  }
  return result;
}

/// The pieces of this rank's storage with the bricks that lie in direction `where` (own bricks: none) and are read in
/// direction `towards`: whole pages, in the order of their owner's regions, so that sender and receiver agree.
template <int D>
std::vector<extent> brick_layout<D>::pieces_of(const index<D>& where, const index<D>& towards,
                                               std::int64_t brick_bytes) const {
  const int owner = cut_.neighbour(rank_, where);
  const int code = direction_code(where);
  const bool own = code == middle_direction(D);
  const auto regions = detail::regions_of(cut_, axes_, owner, align_);
  std::vector<extent> result;
  std::int64_t next = 0;
  for (const detail::region<D>& r : own ? regions : detail::regions_towards(regions, opposite(where))) {
    const std::int64_t first = own ? r.first : ghost_first_[code] + round_up(next, align_);
    const std::int64_t count = volume(r.bricks);
    next = round_up(next, align_) + count;
    if (detail::is_towards<D>(r, towards))
      result.push_back(
          {first * brick_bytes, round_up(count * brick_bytes, static_cast<std::int64_t>(options_.page_bytes))});
  }
  return result;
}

/// One message a side of an axis, with the ghost bricks that the axes before have brought (bricklib's shift).
template <int D> void brick_layout<D>::plan_shifts(exchange_plan& plan, std::int64_t brick_bytes) const {
  constexpr int tags_per_direction = direction_count(D);
  int phase = 0;
  for (int axis = 0; axis < D; ++axis) {
    if (!axes_.exchanging[axis]) continue;
    for (const int side : {-1, 1}) {
      index<D> direction{};
      direction[axis] = side;
      if (!bricks_travel(direction)) continue;
      const int code = direction_code(direction);
      const int neighbour = cut_.neighbour(rank_, direction);
      message send = message_of(neighbour, code * tags_per_direction, false, false);
      message receive = message_of(neighbour, opposite(code, D) * tags_per_direction, false, false);
      send.phase = receive.phase = phase;
      for (const index<D>& before : directions_before(axis)) {
        index<D> beyond = before;
        beyond[axis] = side;
        std::ranges::copy(pieces_of(before, direction, brick_bytes), std::back_inserter(send.pieces));
        std::ranges::copy(pieces_of(beyond, {}, brick_bytes), std::back_inserter(receive.pieces));
      }
      plan.sends.push_back(std::move(send));
      plan.recvs.push_back(std::move(receive));
    }
    ++phase;
  }
}

/// Bricks that reach beyond the domain are not read where they are seen: their cells beyond it are this rank's to set.
template <int D> void brick_layout<D>::plan_copies(exchange_plan& plan, std::int64_t brick_bytes) const {
  for (const placed_brick<D>& ghost : ghosts_) {
    if (!is_seen(detail::direction_towards<D>(own_, ghost.lattice))) continue;
    const local_copy copy{(ghost.id + seen_shift_) * brick_bytes, ghost.id * brick_bytes, brick_bytes};
    (is_whole(ghost.lattice) ? plan.copies_of_seen : plan.copies_of_partial).push_back(copy);
    if (is_whole(ghost.lattice) && is_at_wall(ghost.lattice)) plan.copies_at_walls.push_back(copy);
  }
  for (auto* copies : {&plan.copies_of_partial, &plan.copies_of_seen, &plan.copies_at_walls})
    *copies = minimize(std::move(*copies));
}

template <int D>
void brick_layout<D>::plan_seams(exchange_plan& plan, std::int64_t element_bytes, int interleaved) const {
  constexpr int first_tag = direction_count(D) * direction_count(D);
  const detail::box_messages to{plan.late_sends, plan.late_recvs, plan.copies, first_tag, options_.wrap_in_place};
  const auto pieces = [&](const box<D>& cells) { return cell_pieces(cells, element_bytes, interleaved); };
  for (int code = 0; code < direction_count(D); ++code) {
    const index<D> direction = direction_of<D>(code);
    if (detail::only_along(direction, axes_.ghosted) && detail::crosses_seam(cut_, axes_, rank_, direction))
      detail::add_side(to, cut_, rank_, direction, pieces);
  }
  const std::int64_t brick_bytes = cells_per_brick() * element_bytes * interleaved;
  std::ranges::sort(plan.copies, {}, [&](const local_copy& copy) {
    return std::pair(turn_of(static_cast<std::int32_t>(copy.destination / brick_bytes)), copy.destination);
  });
}

/// The pieces of a box of cells, field by field and row by row, so that their bytes are in the same order on both
/// sides, cut at the edges of bricks, which differ.
template <int D>
std::vector<extent> brick_layout<D>::cell_pieces(const box<D>& cells, std::int64_t element_bytes,
                                                 int interleaved) const {
  if (empty(cells)) return {};
  constexpr int fast = D - 1;
  box<D> rows = cells;
  rows.high[fast] = rows.low[fast] + 1;
  std::vector<extent> pieces;
  for (int field = 0; field < interleaved; ++field)
    for_each_in(rows, [&](index<D> cell) {
      while (cell[fast] < cells.high[fast]) {
        const std::int64_t edge = (floor_div(cell[fast], brick_[fast]) + 1) * brick_[fast];
        const std::int64_t length = std::min(edge, cells.high[fast]) - cell[fast];
        const std::int64_t offset = offset_of(cell, interleaved) + field * cells_per_brick();
        pieces.push_back({offset * element_bytes, length * element_bytes});
        cell[fast] += length;
      }
    });
  return join(std::move(pieces));
}

template class brick_layout<1>;
template class brick_layout<2>;
template class brick_layout<3>;

} // namespace brick
