// SPDX-License-Identifier: MIT
// Ghost cells beyond the domain, as places in a field's storage and what goes there. Free of MPI.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "brick/array_layout.hpp"
#include "brick/boundary.hpp"
#include "brick/layout.hpp"
#include "brick/parallel.hpp"

namespace brick {

/// `length` elements from element `offset` of a field's storage hold `value`, and as many `stride` elements further on,
/// `count` times in all.
struct wall_run {
  std::int64_t offset = 0;
  std::int64_t length = 0;
  double value = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  std::int64_t before = 0; ///< what the runs before it in its list take to write, about, in lines
  friend bool operator==(const wall_run&, const wall_run&) = default;
};

/// `length` elements from element `offset` are copies of element `source` and those before (step -1) or behind it, and
/// so `stride` elements further on at both ends, `count` times in all.
struct mirror_run {
  std::int64_t offset = 0;
  std::int64_t source = 0;
  std::int64_t length = 0;
  std::int64_t step = 1;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  std::int64_t before = 0; ///< as above
  friend bool operator==(const mirror_run&, const mirror_run&) = default;
};

/// `length` elements from element `offset` are cells that the user fills, the first of them the one of that number, and
/// so `stride` elements further on with the next cells, `count` times in all.
struct user_run {
  std::int64_t offset = 0;
  std::int64_t cell = 0;
  std::int64_t length = 0;
  std::int64_t count = 1;
  std::int64_t stride = 0;
  friend bool operator==(const user_run&, const user_run&) = default;
};

/// Ghost cells that the user fills: each cell (wrapped and mirrored where other axes are), and the runs of elements
/// that they are. First those written once; of these, and of the others, those that one side decides about lie
/// together, in the order of elements.
template <int D> struct user_cells {
  std::vector<index<D>> cells;
  std::vector<user_run> runs;
  std::array<std::size_t, 4 * D + 1> begin{}; ///< the first run of each side, and where the last ones end

  [[nodiscard]] std::size_t size() const { return cells.size(); }
  /// The runs of cells that are written again.
  [[nodiscard]] std::span<const user_run> refilled() const { return std::span(runs).subspan(begin[2 * D]); }
  /// The runs of a side's cells that are written once, or of those that are written again.
  [[nodiscard]] std::span<const user_run> of(const face& side, bool refilled) const {
    const std::size_t group = place(side, refilled);
    return std::span(runs).subspan(begin[group], begin[group + 1] - begin[group]);
  }
  /// The number of such cells among all kinds.
  [[nodiscard]] static std::size_t place(const face& side, bool refilled) {
    return static_cast<std::size_t>(2 * D * refilled + 2 * side.axis + side.high);
  }
};

/// What a run takes to write, about, in lines.
template <class Run> std::int64_t cost_of(const Run& run) { return run.count * (1 + run.length / 8); }

/// The runs of a list that fall to `thread` of `threads`: all take about as long, one after the other.
template <class Run> std::span<const Run> share_of(const std::vector<Run>& runs, int thread, int threads) {
  if (runs.empty()) return {};
  const std::int64_t total = runs.back().before + cost_of(runs.back());
  const auto [first, last] = detail::share(total, thread, threads);
  const auto at = [&](std::int64_t cost) { return std::ranges::lower_bound(runs, cost, {}, &Run::before); };
  return {at(first), at(last)};
}

/// The wall cells of one rank for some boundaries. Those written `once` are written by nothing else; `refilled` ones
/// share a brick with cells that sweeps or messages write, and are written again after each exchange, as mirrors are.
/// Runs are in the order that sweeps come to their bricks.
template <int D> struct wall_cells {
  boundaries<D> boundary;
  int interleaved = 1; ///< fields in the storage that the places are counted in
  std::vector<wall_run> once, refilled;
  std::vector<mirror_run> mirrors;
  user_cells<D> user;
  std::int64_t refilled_cells = 0; ///< so many are written after each exchange
  std::int64_t all_cells = 0;      ///< and so many in memory that has held other walls
};

/// The wall cells of a layout. `cut` is what the layout was made from, `rank` whose it is. Throws `error` when the
/// domain is thinner than its halo on an axis with a neumann side. Places are those of a field in a storage of
/// `interleaved` fields.
template <int D>
wall_cells<D> find_walls(const brick_layout<D>& layout, const decomposition<D>& cut, int rank,
                         const boundaries<D>& boundary, int interleaved = 1);
template <int D>
wall_cells<D> find_walls(const array_layout<D>& layout, const decomposition<D>& cut, const boundaries<D>& boundary,
                         int interleaved = 1);

} // namespace brick
