// SPDX-License-Identifier: MIT
// Finds the ghost cells beyond the domain. Constant dirichlet sides fill whole ghost bricks, row by row: a row (cells
// consecutive along the unit-stride axis) has up to three pieces, below the domain, inside, above, unless a slower axis
// decides. Of bricks that are filled again and again they fill what is read, and what sweeps compute beyond it: left to
// itself that might decay to numbers which take processors long. All other kinds are found cell by cell, as deep as the
// halo.
#include "brick/walls.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <functional>
#include <numeric>
#include <span>
#include <string>
#include <tuple>
#include <utility>

#include "brick/boundary_rule.hpp"
#include "brick/direction.hpp"
#include "brick/error.hpp"
#include "halo_boxes.hpp"
#include "repeated_runs.hpp"

namespace brick {

namespace {

bool is_constant(const boundary_condition& side) { return side.kind == boundary_kind::dirichlet && !side.function; }

void append(std::vector<wall_run>& runs, const wall_run& run) {
  if (run.length <= 0) return;
  const auto same_bits = [](double a, double b) {
    return std::bit_cast<std::uint64_t>(a) == std::bit_cast<std::uint64_t>(b);
  };
  if (!runs.empty() && runs.back().offset + runs.back().length == run.offset && same_bits(runs.back().value, run.value))
    runs.back().length += run.length;
  else
    runs.push_back(run);
}

void append(std::vector<mirror_run>& runs, std::int64_t offset, std::int64_t source) {
  if (!runs.empty() && runs.back().offset + runs.back().length == offset) {
    mirror_run& last = runs.back();
    const std::int64_t step = source - (last.source + (last.length - 1) * last.step);
    if ((step == 1 || step == -1) && (last.length == 1 || step == last.step)) {
      last.step = step;
      ++last.length;
      return;
    }
  }
  runs.push_back({offset, source, 1, 1});
}

/// Joins what lies in rows of a brick, in the order that sweeps come to bricks, and counts what exchanges cost.
/// `turn(offset)` is that of a brick.
template <int D, class Turn> void finish(wall_cells<D>& walls, const Turn& turn) {
  const auto order = [&](const auto& run) { return turn(run.offset); };
  for (auto* runs : {&walls.once, &walls.refilled})
    *runs = detail::join_repeated(
        std::move(*runs), &wall_run::offset,
        [&](const wall_run& r) { return std::tuple(std::bit_cast<std::uint64_t>(r.value), r.length, order(r)); },
        order);
  walls.mirrors = detail::join_repeated(
      std::move(walls.mirrors), &mirror_run::offset,
      [&](const mirror_run& r) { return std::tuple(r.source - r.offset, r.length, r.step, order(r)); }, order);
  const auto add_up = [](auto& runs) {
    std::int64_t before = 0;
    for (auto& run : runs) {
      run.before = before;
      before += cost_of(run);
    }
  };
  add_up(walls.once);
  add_up(walls.refilled);
  add_up(walls.mirrors);
  const auto cells_of = [](const auto& runs) {
    std::int64_t cells = 0;
    for (const auto& run : runs)
      cells += run.length * run.count;
    return cells;
  };
  const std::int64_t always = cells_of(walls.refilled) + cells_of(walls.mirrors);
  walls.refilled_cells = always + cells_of(walls.user.refilled());
  walls.all_cells = always + cells_of(walls.once) + cells_of(walls.user.runs);
}

/// Appends the cells that constant sides decide of the row that starts at `cell`, `length` cells long and stored from
/// `offset`.
template <int D>
void append_row(std::vector<wall_run>& runs, const index<D>& cell, std::int64_t length, std::int64_t offset,
                const index<D>& cells, const boundaries<D>& boundary) {
  index<D> slow = cell;
  slow[D - 1] = 0;
  if (const auto side = detail::deciding_face<D>(slow, cells, boundary)) {
    if (is_constant(boundary[*side])) append(runs, {offset, length, boundary[*side].value});
    return;
  }
  const boundary_sides& sides = boundary[D - 1];
  const std::int64_t below = std::clamp<std::int64_t>(-cell[D - 1], 0, length);
  const std::int64_t inside = std::clamp<std::int64_t>(cells[D - 1] - cell[D - 1], below, length);
  if (is_constant(sides.low)) append(runs, {offset, below, sides.low.value});
  if (is_constant(sides.high)) append(runs, {offset + inside, length - inside, sides.high.value});
}

/// The same for those rows of a box stored row-major from `offset` that begin before `end`.
template <int D>
void append_block(std::vector<wall_run>& runs, const box<D>& block, const index<D>& end, std::int64_t offset,
                  const index<D>& cells, const boundaries<D>& boundary) {
  const std::int64_t length = block.high[D - 1] - block.low[D - 1];
  detail::for_each_row(block, [&](const index<D>& row) {
    bool is_before = true;
    for (int a = 0; a < D; ++a)
      is_before = is_before && row[a] < end[a];
    if (is_before) append_row<D>(runs, row, length, offset, cells, boundary);
    offset += length;
  });
}

/// Whether the ghost brick at `lattice` lies in a direction from which no message comes.
template <int D>
bool is_never_received(const index<D>& lattice, const box<D>& own, const decomposition<D>& cut, int rank) {
  return cut.neighbour(rank, detail::direction_towards<D>(own, lattice)) < 0;
}

/// Whether some side is of a kind that `is` says.
template <int D, class Is> bool any_side(const boundaries<D>& boundary, const Is& is) {
  for (int a = 0; a < D; ++a)
    if (is(boundary[a].low) || is(boundary[a].high)) return true;
  return false;
}

template <int D> void check_mirrors(const decomposition<D>& cut, const boundaries<D>& boundary) {
  for (int a = 0; a < D; ++a)
    for (const boundary_condition& side : {boundary[a].low, boundary[a].high})
      if (side.kind == boundary_kind::neumann && cut.cells()[a] < cut.halo()[a])
        throw error("a neumann side on axis " + std::to_string(a) + " mirrors " + std::to_string(cut.halo()[a]) +
                    " cells, the halo, but the domain has only " + std::to_string(cut.cells()[a]));
}

/// A cell that the user fills, and the number of those that it lies with.
template <int D> struct found_cell {
  std::size_t place = 0;
  std::int64_t offset = 0;
  index<D> cell{};
};

/// The rows that cells in the order of their elements are; `first` is the number of the first cell.
template <int D> std::vector<user_run> rows_of(std::span<const found_cell<D>> cells, std::int64_t first) {
  std::vector<user_run> rows;
  for (const found_cell<D>& each : cells) {
    if (!rows.empty() && rows.back().offset + rows.back().length == each.offset)
      ++rows.back().length;
    else
      rows.push_back({each.offset, first, 1});
    ++first;
  }
  return rows;
}

/// Appends rows, joining those that follow each other at equal distances: no more than a brick has, so that threads can
/// share them.
void append(std::vector<user_run>& runs, std::span<const user_run> rows) {
  constexpr std::int64_t most = 64;
  bool joins = false; // not with what was there before
  for (const user_run& row : rows) {
    if (joins && runs.back().length == row.length && runs.back().count < most) {
      user_run& last = runs.back();
      const std::int64_t stride = row.offset - last.offset - (last.count - 1) * last.stride;
      if (last.count == 1 || stride == last.stride) {
        last.stride = stride;
        ++last.count;
        continue;
      }
    }
    runs.push_back(row);
    joins = true;
  }
}

template <int D> user_cells<D> in_order(std::vector<found_cell<D>> found) {
  std::ranges::sort(found, {}, [](const found_cell<D>& each) { return std::pair(each.place, each.offset); });
  user_cells<D> result;
  for (const found_cell<D>& each : found)
    result.cells.push_back(each.cell);
  for (auto group = found.begin(); group != found.end();) {
    const auto place = group->place;
    const auto end = std::find_if(group, found.end(), [place](const auto& each) { return each.place != place; });
    const std::size_t before = result.runs.size();
    append(result.runs, rows_of<D>({group, end}, group - found.begin()));
    result.begin[place + 1] = result.runs.size() - before;
    group = end;
  }
  std::partial_sum(result.begin.begin(), result.begin.end(), result.begin.begin());
  return result;
}

/// What a layout tells about a ghost cell.
template <int D> struct placement {
  std::function<std::int64_t(const index<D>&)> offset_of;
  std::function<bool(const index<D>&)> is_written_once;
};

/// Finds the cells beyond sides that are not constant, in the ghost zone `depth` deep around `own`.
template <int D>
void find_cells(wall_cells<D>& walls, const box<D>& own, const index<D>& depth, const index<D>& domain,
                const placement<D>& place) {
  std::vector<found_cell<D>> of_user;
  const auto add = [&](const index<D>& cell) {
    const index<D> mirror = detail::mirrored<D>(cell, domain, walls.boundary);
    const auto side = detail::deciding_face<D>(mirror, domain, walls.boundary);
    if (!side) {
      if (mirror != cell) append(walls.mirrors, place.offset_of(cell), place.offset_of(mirror));
      return;
    }
    const boundary_condition& condition = walls.boundary[*side];
    if (is_constant(condition)) return;
    const point<D> known{detail::wrapped<D>(mirror, domain, walls.boundary)};
    const std::int64_t offset = place.offset_of(cell);
    const bool once = place.is_written_once(cell);
    if (condition.function)
      append(once ? walls.once : walls.refilled, {offset, 1, condition.function(known)});
    else
      of_user.push_back({user_cells<D>::place(*side, !once), offset, known.cell});
  };
  for (int code = 0; code < direction_count(D); ++code)
    if (code != middle_direction(D)) for_each_in(detail::ghost_cells<D>(own, depth, direction_of<D>(code)), add);
  walls.user = in_order(std::move(of_user));
}

template <int D> bool has_walls(const boundaries<D>& boundary) {
  return any_side(boundary, [](const boundary_condition& side) { return side.kind != boundary_kind::periodic; });
}

template <int D> bool needs_cells(const boundaries<D>& boundary) {
  return any_side(boundary, [](const boundary_condition& side) {
    return side.kind != boundary_kind::periodic && !is_constant(side);
  });
}

} // namespace

template <int D>
wall_cells<D> find_walls(const brick_layout<D>& layout, const decomposition<D>& cut, int rank,
                         const boundaries<D>& boundary, int interleaved) {
  check_mirrors(cut, boundary);
  wall_cells<D> walls;
  walls.boundary = boundary;
  walls.interleaved = interleaved;
  if (!has_walls(boundary) || empty(layout.own_cells())) return walls;
  const std::int64_t brick_elements = layout.cells_per_brick() * interleaved;
  index<D> read_end, all_end; // of bricks that sweeps write: what they compute beyond the domain stays a number
  for (int a = 0; a < D; ++a) {
    all_end[a] = layout.all_bricks().high[a] * layout.brick()[a];
    read_end[a] = boundary.is_periodic(a) // the cells before the first may lie there, too
                      ? all_end[a]
                      : std::max(cut.cells()[a] + cut.halo()[a], layout.computed_end()[a]);
  }
  const auto written_once = [&](const index<D>& lattice) {
    return !contains(layout.own_bricks(), lattice) && is_never_received<D>(lattice, layout.own_bricks(), cut, rank);
  };
  for (const auto& list : {layout.ghosts(), layout.partial()})
    for (const placed_brick<D>& brick : list) {
      const bool once = written_once(brick.lattice);
      append_block<D>(once ? walls.once : walls.refilled, layout.cells_of(brick.id), once ? all_end : read_end,
                      brick.id * brick_elements, cut.cells(), boundary);
    }
  if (needs_cells(boundary))
    find_cells<D>(walls, layout.own_cells(), layout.ghost_depth(), cut.cells(),
                  {[&](const index<D>& cell) { return layout.offset_of(cell, interleaved); },
                   [&](index<D> cell) {
                     for (int a = 0; a < D; ++a)
                       cell[a] = floor_div(cell[a], layout.brick()[a]);
                     return written_once(cell);
                   }});
  finish(walls,
         [&](std::int64_t offset) { return layout.turn_of(static_cast<std::int32_t>(offset / brick_elements)); });
  return walls;
}

template <int D>
wall_cells<D> find_walls(const array_layout<D>& layout, const decomposition<D>& cut, const boundaries<D>& boundary,
                         int interleaved) {
  check_mirrors(cut, boundary);
  wall_cells<D> walls;
  walls.boundary = boundary;
  walls.interleaved = interleaved;
  if (!has_walls(boundary) || empty(layout.own_cells())) return walls;
  append_block<D>(walls.once, layout.all_cells(), layout.all_cells().high, 0, cut.cells(), boundary);
  if (needs_cells(boundary))
    find_cells<D>(walls, layout.own_cells(), cut.halo(), cut.cells(),
                  {[&](const index<D>& cell) { return layout.offset_of(cell); }, [](const index<D>&) { return true; }});
  finish(walls, [](std::int64_t) { return 0; });
  return walls;
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template wall_cells<D> find_walls(const brick_layout<D>&, const decomposition<D>&, int, const boundaries<D>&, int);  \
  template wall_cells<D> find_walls(const array_layout<D>&, const decomposition<D>&, const boundaries<D>&, int);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick
