// The halo of Tausch's test (section 4.1, figure 4.1): the six faces of a cube with a layer of ghosts, in an array. The
// three in directions up go to the next rank, the others to the one before, so that there are six messages between any
// two ranks or more.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/index.hpp>

#include <array>
#include <cstdint>
#include <utility>

#include "halo_problem.hpp"

namespace bench {

class cube_faces {
public:
  cube_faces(const brick::communicator& world, std::int64_t cells) : world_(world), cells_(cells) {}

  /// Elements along each axis of the array.
  [[nodiscard]] std::int64_t side() const { return cells_ + 2; }

  /// All elements of it.
  [[nodiscard]] brick::box<3> array() const { return {{}, brick::filled<3>(side())}; }

  /// Own cells next to a face, or the ghosts beyond it. Face 2a is at the low end of axis a, 2a + 1 at the high one.
  [[nodiscard]] brick::box<3> layer(int face, bool ghosts) const {
    brick::box<3> cells{brick::filled<3>(1), brick::filled<3>(cells_ + 1)};
    const int axis = face / 2;
    cells.low[axis] = face % 2 ? cells_ + ghosts : 1 - ghosts;
    cells.high[axis] = cells.low[axis] + 1;
    return cells;
  }

  [[nodiscard]] halo_problem problem() const {
    halo_problem p{.world = world_};
    p.before.assign(static_cast<std::size_t>(side() * side() * side()), nothing);
    set(p.before, {brick::filled<3>(1), brick::filled<3>(cells_ + 1)}, world_.rank(), {});
    p.after = p.before;
    const int below = (world_.rank() + world_.size() - 1) % world_.size(), above = (world_.rank() + 1) % world_.size();
    for (int face = 0; face < 6; ++face) {
      const int rank = face % 2 ? above : below;
      p.sends.push_back({.rank = rank, .tag = face, .region = region(layer(face, false))});
      p.receives.push_back({.rank = rank, .tag = face ^ 1, .region = region(layer(face, true))});
      brick::index<3> across{}; // from ghosts to the cells of the other rank that they are
      across[face / 2] = face % 2 ? -cells_ : cells_;
      set(p.after, layer(face, true), rank, across);
    }
    return p;
  }

private:
  [[nodiscard]] brick::halo_region region(const brick::box<3>& cells) const {
    return brick::halo_region::box(brick::filled<3>(side()), cells.low, cells.high);
  }

  [[nodiscard]] std::int64_t place(const brick::index<3>& cell) const {
    return (cell[0] * side() + cell[1]) * side() + cell[2];
  }

  /// Values of a rank's cells, another one for each, into cells from which those are `across` away.
  void set(std::vector<double>& array, const brick::box<3>& cells, int rank, const brick::index<3>& across) const {
    brick::for_each_in(cells, [&](const brick::index<3>& cell) {
      const brick::index<3> theirs{cell[0] + across[0], cell[1] + across[1], cell[2] + across[2]};
      array[static_cast<std::size_t>(place(cell))] =
          static_cast<double>(rank * side() * side() * side() + place(theirs) + 1);
    });
  }

  brick::communicator world_;
  std::int64_t cells_;
};

} // namespace bench
