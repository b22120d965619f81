// SPDX-License-Identifier: MIT
// How a domain is cut into one box of whole bricks per rank. Free of MPI and deterministic: every rank computes every
// part, and results never depend on the cut.
#pragma once

#include <array>

#include "brick/index.hpp"

namespace brick {

/// What a decomposition is made from; all extents in cells per axis.
template <int D> struct decomposition_options {
  index<D> cells{};               ///< the domain, at least one cell on every axis
  index<D> unit{};                ///< the brick: cuts lie on its multiples (1 for the array layout)
  index<D> halo{};                ///< every part of a split axis, and a periodic domain, is at least this wide
  std::array<bool, D> periodic{}; ///< axes whose two ends meet
  int ranks = 1;                  ///< ranks to share the domain out to
};

/// A process grid and the box of each rank. The lattice of bricks starts at cell 0, so only the last brick of an axis
/// may reach beyond the domain. Ranks past `active_ranks()` own an empty box.
template <int D> class decomposition {
public:
  decomposition() = default;

  /// Chooses the process grid: the smallest largest part, then the smallest surface of it, then the most ranks, counted
  /// in bricks. Throws `error` when an extent is not positive or a periodic domain is narrower than its halo.
  explicit decomposition(const decomposition_options<D>& options);

  [[nodiscard]] const index<D>& cells() const { return cells_; }
  [[nodiscard]] const index<D>& unit() const { return unit_; }
  [[nodiscard]] const index<D>& halo() const { return halo_; }
  [[nodiscard]] const std::array<bool, D>& periodic() const { return periodic_; }
  [[nodiscard]] const index<D>& process_grid() const { return process_grid_; }
  [[nodiscard]] int ranks() const { return ranks_; }

  /// Ranks that own cells: the product of the process grid. They are the first ones.
  [[nodiscard]] int active_ranks() const;

  /// The cells rank `rank` owns; empty (0, 0) for an idle rank.
  [[nodiscard]] box<D> part(int rank) const;

  /// The place of an active rank in the process grid (axis 0 slowest), and the rank at a place.
  [[nodiscard]] index<D> coordinates(int rank) const;
  [[nodiscard]] int rank_at(const index<D>& coordinates) const;

  /// The active rank next to `rank` in `direction` (entries -1, 0, 1), around the ends of periodic axes, so possibly
  /// `rank` itself; -1 outside the domain, and for an idle rank.
  [[nodiscard]] int neighbour(int rank, const index<D>& direction) const;

private:
  index<D> cells_{}, unit_{}, halo_{}, process_grid_{};
  std::array<bool, D> periodic_{};
  int ranks_ = 0;
};

extern template class decomposition<1>;
extern template class decomposition<2>;
extern template class decomposition<3>;

} // namespace brick
