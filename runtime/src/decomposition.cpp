// SPDX-License-Identifier: MIT
// The choice of the process grid: every grid of at most as many places as ranks is looked at, and the best one kept.
#include "brick/decomposition.hpp"

#include <algorithm>
#include <string>
#include <tuple>

#include "brick/error.hpp"

namespace brick {

namespace {

/// The first brick of part `part` when `bricks` are shared out to `parts`. Rounding down makes the last part one of the
/// large ones, which is where a partial brick may be missing cells.
std::int64_t first_brick(std::int64_t bricks, std::int64_t parts, std::int64_t part) { return part * bricks / parts; }

std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// One axis cut into `parts`: cells [low, high) of part `part`.
std::pair<std::int64_t, std::int64_t> cut(std::int64_t cells, std::int64_t unit, std::int64_t parts,
                                          std::int64_t part) {
  const std::int64_t bricks = divide_up(cells, unit);
  return {first_brick(bricks, parts, part) * unit, std::min(first_brick(bricks, parts, part + 1) * unit, cells)};
}

/// Whether every one of `parts` parts of an axis owns cells, and at least `halo` of them when there are several.
bool can_cut(std::int64_t cells, std::int64_t unit, std::int64_t halo, std::int64_t parts) {
  const std::int64_t bricks = divide_up(cells, unit);
  if (parts == 1) return true;
  if (parts > bricks) return false;
  const std::int64_t smallest = (bricks / parts) * unit; // any part without the partial brick, at the least
  const auto [low, high] = cut(cells, unit, parts, parts - 1);
  return std::min(smallest, high - low) >= std::max<std::int64_t>(halo, 1);
}

/// What a process grid costs, smaller is better: bricks of the largest part, its surface, minus the ranks used, and
/// last the preference for cutting slow axes, whose surfaces are contiguous.
template <int D> using cost = std::tuple<std::int64_t, std::int64_t, std::int64_t, index<D>>;

template <int D> cost<D> cost_of(const decomposition_options<D>& options, const index<D>& grid) {
  index<D> largest{}, fast_cuts{};
  std::int64_t volume = 1, surface = 0, places = 1;
  for (int a = 0; a < D; ++a) {
    largest[a] = divide_up(divide_up(options.cells[a], options.unit[a]), grid[a]);
    volume *= largest[a];
    places *= grid[a];
    fast_cuts[D - 1 - a] = grid[a];
  }
  for (int a = 0; a < D; ++a)
    if (grid[a] > 1 && options.halo[a] > 0) surface += 2 * volume / largest[a];
  return {volume, surface, -places, fast_cuts};
}

/// Calls `visit` with every process grid whose cuts are possible, axis by axis.
template <int D, class Visit>
void for_each_grid(const decomposition_options<D>& options, index<D>& grid, int axis, std::int64_t ranks_left,
                   const Visit& visit) {
  if (axis == D) return visit(grid);
  for (std::int64_t parts = 1; parts <= ranks_left; ++parts)
    if (can_cut(options.cells[axis], options.unit[axis], options.halo[axis], parts)) {
      grid[axis] = parts;
      for_each_grid<D>(options, grid, axis + 1, ranks_left / parts, visit);
    }
}

template <int D> index<D> choose_process_grid(const decomposition_options<D>& options) {
  index<D> best, grid;
  best.fill(1);
  cost<D> least = cost_of<D>(options, best);
  for_each_grid<D>(options, grid, 0, options.ranks, [&](const index<D>& candidate) {
    const cost<D> candidate_cost = cost_of<D>(options, candidate);
    if (candidate_cost < least) {
      least = candidate_cost;
      best = candidate;
    }
  });
  return best;
}

/// So many cells, ghosts and all, that sizes in bytes stay far from the limit of 64 bits (32 PiB of doubles).
constexpr std::int64_t most_cells = std::int64_t{1} << 52;

template <int D> void check_size(const decomposition_options<D>& options) {
  std::int64_t room = most_cells;
  for (int a = 0; a < D; ++a) {
    const bool possible = std::max({options.cells[a], options.unit[a], options.halo[a]}) < most_cells;
    const std::int64_t width = possible ? options.cells[a] + 2 * (options.unit[a] + options.halo[a]) : 0;
    room = possible ? room / width : 0;
  }
  if (room == 0)
    throw error("a grid of " + to_string(options.cells) + " cells, bricks of " + to_string(options.unit) +
                " and a halo of " + to_string(options.halo) + " is too large: more than 2^52 cells");
}

template <int D> void check(const decomposition_options<D>& options) {
  if (options.ranks < 1) throw error("decomposition: " + std::to_string(options.ranks) + " ranks");
  for (int a = 0; a < D; ++a) {
    const std::string axis = " on axis " + std::to_string(a);
    if (options.cells[a] < 1)
      throw error("a grid needs at least one cell" + axis + ", not " + std::to_string(options.cells[a]));
    if (options.unit[a] < 1)
      throw error("a brick needs at least one cell" + axis + ", not " + std::to_string(options.unit[a]));
    if (options.halo[a] < 0) throw error("the halo" + axis + " is negative: " + std::to_string(options.halo[a]));
    if (options.periodic[a] && options.cells[a] < options.halo[a])
      throw error("the domain is narrower than its halo: " + std::to_string(options.cells[a]) + " cells, halo " +
                  std::to_string(options.halo[a]) + axis + ", which is periodic");
  }
  check_size(options);
}

} // namespace

template <int D>
decomposition<D>::decomposition(const decomposition_options<D>& options)
    : cells_(options.cells), unit_(options.unit), halo_(options.halo), periodic_(options.periodic),
      ranks_(options.ranks) {
  check(options);
  process_grid_ = choose_process_grid(options);
}

template <int D> int decomposition<D>::active_ranks() const {
  std::int64_t places = 1;
  for (std::int64_t extent : process_grid_)
    places *= extent;
  return static_cast<int>(places);
}

template <int D> box<D> decomposition<D>::part(int rank) const {
  box<D> result{};
  if (rank < 0 || rank >= active_ranks()) return result;
  const index<D> place = coordinates(rank);
  for (int a = 0; a < D; ++a)
    std::tie(result.low[a], result.high[a]) = cut(cells_[a], unit_[a], process_grid_[a], place[a]);
  return result;
}

template <int D> index<D> decomposition<D>::coordinates(int rank) const {
  index<D> place{};
  std::int64_t rest = rank;
  for (int a = D - 1; a >= 0; --a) {
    place[a] = rest % process_grid_[a];
    rest /= process_grid_[a];
  }
  return place;
}

template <int D> int decomposition<D>::rank_at(const index<D>& coordinates) const {
  std::int64_t rank = 0;
  for (int a = 0; a < D; ++a)
    rank = rank * process_grid_[a] + coordinates[a];
  return static_cast<int>(rank);
}

template <int D> int decomposition<D>::neighbour(int rank, const index<D>& direction) const {
  if (rank < 0 || rank >= active_ranks()) return -1;
  index<D> place = coordinates(rank);
  for (int a = 0; a < D; ++a) {
    place[a] += direction[a];
    if (place[a] >= 0 && place[a] < process_grid_[a]) continue;
    if (!periodic_[a]) return -1;
    place[a] = (place[a] + process_grid_[a]) % process_grid_[a];
  }
  return rank_at(place);
}

template class decomposition<1>;
template class decomposition<2>;
template class decomposition<3>;

} // namespace brick
