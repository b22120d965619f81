// The domain whose halo is exchanged: a periodic box of equal cubes (in 2-D squares, in 1-D intervals), one a rank,
// with a ghost zone one brick deep; and what its cells hold.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/decomposition.hpp>
#include <brick/error.hpp>
#include <brick/index.hpp>
#include <brick/runtime.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace bench {

inline constexpr std::int64_t brick_side = 8; // cells; a brick of doubles in 3-D is a page of 4 KiB

template <int D> struct problem {
  brick::communicator world;
  std::vector<int> node; ///< ranks on this one's node
  brick::decomposition<D> cut;
  int fields = 1; ///< that travel together
  bool wrap_in_place = false;

  problem(const brick::runtime& runtime, std::int64_t cells_per_rank, const brick::index<D>& ranks)
      : world(runtime.world()), node(runtime.state()->node_ranks), cut({.cells = domain(cells_per_rank, ranks),
                                                                        .unit = brick::filled<D>(brick_side),
                                                                        .halo = brick::filled<D>(brick_side),
                                                                        .periodic = everywhere(),
                                                                        .ranks = runtime.size()}) {
    if (brick::shape(own()) != brick::filled<D>(cells_per_rank))
      throw brick::error("this domain is not cut into cubes, but into parts of " +
                         brick::to_string(brick::shape(own())) + " cells");
  }

  [[nodiscard]] brick::box<D> own() const { return cut.part(world.rank()); }

  /// What a cell holds; another number for every cell and field. Cells beyond the domain are those around its ends.
  [[nodiscard]] double value(const brick::index<D>& cell, int field) const {
    std::int64_t number = field + 1;
    for (int a = 0; a < D; ++a)
      number = number * cut.cells()[a] + cell[a] - brick::floor_div(cell[a], cut.cells()[a]) * cut.cells()[a];
    return static_cast<double>(number);
  }

private:
  static brick::index<D> domain(std::int64_t cells_per_rank, brick::index<D> ranks) {
    for (std::int64_t& extent : ranks)
      extent *= cells_per_rank;
    return ranks;
  }
  static std::array<bool, D> everywhere() {
    std::array<bool, D> all{};
    all.fill(true);
    return all;
  }
};

/// Own cells of all fields get their values; `offset(cell, field)` says where they are.
template <int D, class Offset> void fill(const problem<D>& p, double* data, Offset&& offset) {
  for (int field = 0; field < p.fields; ++field)
    brick::for_each_in(p.own(), [&](const brick::index<D>& cell) { data[offset(cell, field)] = p.value(cell, field); });
}

/// Ghost cells with another value than their own one, `depth` cells deep.
template <int D, class Offset>
std::int64_t wrong_ghosts(const problem<D>& p, const brick::index<D>& depth, const double* data, Offset&& offset) {
  brick::box<D> all = p.own();
  for (int a = 0; a < D; ++a) {
    all.low[a] -= depth[a];
    all.high[a] += depth[a];
  }
  std::int64_t wrong = 0;
  for (int field = 0; field < p.fields; ++field)
    brick::for_each_in(all, [&](const brick::index<D>& cell) {
      if (!brick::contains(p.own(), cell)) wrong += data[offset(cell, field)] != p.value(cell, field);
    });
  return wrong;
}

} // namespace bench
