// The domain whose halo is exchanged: a periodic box of equal cubes, one a rank, with a ghost zone one brick deep; and
// what its cells hold.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/decomposition.hpp>
#include <brick/error.hpp>
#include <brick/index.hpp>
#include <brick/runtime.hpp>
#include <cstdint>
#include <vector>

namespace bench {

inline constexpr std::int64_t brick_side = 8; // cells; a brick of doubles is a page of 4 KiB

struct problem {
  brick::communicator world;
  std::vector<int> node; ///< ranks on this one's node
  brick::decomposition<3> cut;
  int fields = 1; ///< that travel together
  bool wrap_in_place = false;

  problem(const brick::runtime& runtime, std::int64_t cells_per_rank, const brick::index<3>& ranks)
      : world(runtime.world()), node(runtime.state()->node_ranks),
        cut({.cells = {ranks[0] * cells_per_rank, ranks[1] * cells_per_rank, ranks[2] * cells_per_rank},
             .unit = brick::filled<3>(brick_side),
             .halo = brick::filled<3>(brick_side),
             .periodic = {true, true, true},
             .ranks = runtime.size()}) {
    if (brick::shape(own()) != brick::filled<3>(cells_per_rank))
      throw brick::error("this domain is not cut into cubes, but into parts of " +
                         brick::to_string(brick::shape(own())) + " cells");
  }

  [[nodiscard]] brick::box<3> own() const { return cut.part(world.rank()); }

  /// What a cell holds; another number for every cell and field. Cells beyond the domain are those around its ends.
  [[nodiscard]] double value(brick::index<3> cell, int field) const {
    std::int64_t number = field + 1;
    for (int a = 0; a < 3; ++a)
      number = number * cut.cells()[a] + cell[a] - brick::floor_div(cell[a], cut.cells()[a]) * cut.cells()[a];
    return static_cast<double>(number);
  }
};

/// Own cells of all fields get their values; `offset(cell, field)` says where they are.
template <class Offset> void fill(const problem& p, double* data, Offset&& offset) {
  for (int field = 0; field < p.fields; ++field)
    brick::for_each_in(p.own(), [&](const brick::index<3>& cell) { data[offset(cell, field)] = p.value(cell, field); });
}

/// Ghost cells with another value than their own one, `depth` cells deep.
template <class Offset>
std::int64_t wrong_ghosts(const problem& p, const brick::index<3>& depth, const double* data, Offset&& offset) {
  brick::box<3> all = p.own();
  for (int a = 0; a < 3; ++a) {
    all.low[a] -= depth[a];
    all.high[a] += depth[a];
  }
  std::int64_t wrong = 0;
  for (int field = 0; field < p.fields; ++field)
    brick::for_each_in(all, [&](const brick::index<3>& cell) {
      if (!brick::contains(p.own(), cell)) wrong += data[offset(cell, field)] != p.value(cell, field);
    });
  return wrong;
}

} // namespace bench
