// SPDX-License-Identifier: MIT
// Finds the ghost cells beyond dirichlet sides. A row (cells consecutive along the unit-stride axis) has up to three
// pieces: below the domain, inside, above; a slower axis that is beyond a wall decides for all three.
#include "brick/walls.hpp"

#include <algorithm>
#include <bit>
#include <optional>

namespace brick {

namespace {

std::optional<double> beyond(const boundary_sides& sides, std::int64_t cell, std::int64_t cells) {
  if (cell < 0 && sides.low.kind == boundary_kind::dirichlet) return sides.low.value;
  if (cell >= cells && sides.high.kind == boundary_kind::dirichlet) return sides.high.value;
  return std::nullopt;
}

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

/// Appends the wall cells of the row that starts at `cell`, `length` cells long and stored from `offset`.
template <int D>
void append_row(std::vector<wall_run>& runs, const index<D>& cell, std::int64_t length, std::int64_t offset,
                const index<D>& cells, const boundaries<D>& boundary) {
  for (int a = 0; a < D - 1; ++a)
    if (const auto value = beyond(boundary[a], cell[a], cells[a])) return append(runs, {offset, length, *value});
  const boundary_sides& sides = boundary[D - 1];
  const std::int64_t below = std::clamp<std::int64_t>(-cell[D - 1], 0, length);
  const std::int64_t inside = std::clamp<std::int64_t>(cells[D - 1] - cell[D - 1], below, length);
  if (const auto value = beyond(sides, -1, cells[D - 1])) append(runs, {offset, below, *value});
  if (const auto value = beyond(sides, cells[D - 1], cells[D - 1]))
    append(runs, {offset + inside, length - inside, *value});
}

/// The wall cells of a box stored row-major from `offset`.
template <int D>
void append_brick(std::vector<wall_run>& runs, const box<D>& block, std::int64_t offset, const index<D>& cells,
                  const boundaries<D>& boundary) {
  box<D> rows = block;
  rows.high[D - 1] = rows.low[D - 1] + 1;
  const std::int64_t length = block.high[D - 1] - block.low[D - 1];
  for_each_in(rows, [&](const index<D>& row) {
    append_row<D>(runs, row, length, offset, cells, boundary);
    offset += length;
  });
}

/// Whether the ghost brick at `lattice` lies in a direction from which no message comes.
template <int D>
bool is_never_received(const index<D>& lattice, const box<D>& own, const decomposition<D>& cut, int rank) {
  index<D> direction{};
  for (int a = 0; a < D; ++a)
    direction[a] = lattice[a] < own.low[a] ? -1 : lattice[a] >= own.high[a] ? 1 : 0;
  return cut.neighbour(rank, direction) < 0;
}

template <int D> bool has_walls(const boundaries<D>& boundary) {
  for (int a = 0; a < D; ++a)
    if (!boundary.is_periodic(a)) return true;
  return false;
}

} // namespace

template <int D>
wall_runs find_walls(const brick_layout<D>& layout, const decomposition<D>& cut, int rank,
                     const boundaries<D>& boundary) {
  wall_runs runs;
  if (!has_walls(boundary)) return runs;
  const auto append_to = [&](std::vector<wall_run>& target, const placed_brick<D>& placed) {
    box<D> block;
    for (int a = 0; a < D; ++a) {
      block.low[a] = placed.lattice[a] * layout.brick()[a];
      block.high[a] = block.low[a] + layout.brick()[a];
    }
    append_brick<D>(target, block, placed.id * layout.cells_per_brick(), cut.cells(), boundary);
  };
  for (const placed_brick<D>& ghost : layout.ghosts())
    append_to(is_never_received<D>(ghost.lattice, layout.own_bricks(), cut, rank) ? runs.constant : runs.refilled,
              ghost);
  for (const placed_brick<D>& own : layout.partial())
    append_to(runs.refilled, own);
  return runs;
}

template <int D>
wall_runs find_walls(const array_layout<D>& layout, const index<D>& cells, const boundaries<D>& boundary) {
  wall_runs runs;
  if (has_walls(boundary) && !empty(layout.own_cells()))
    append_brick<D>(runs.constant, layout.all_cells(), 0, cells, boundary);
  return runs;
}

template wall_runs find_walls(const brick_layout<1>&, const decomposition<1>&, int, const boundaries<1>&);
template wall_runs find_walls(const brick_layout<2>&, const decomposition<2>&, int, const boundaries<2>&);
template wall_runs find_walls(const brick_layout<3>&, const decomposition<3>&, int, const boundaries<3>&);
template wall_runs find_walls<1>(const array_layout<1>&, const index<1>&, const boundaries<1>&);
template wall_runs find_walls<2>(const array_layout<2>&, const index<2>&, const boundaries<2>&);
template wall_runs find_walls<3>(const array_layout<3>&, const index<3>&, const boundaries<3>&);

} // namespace brick
