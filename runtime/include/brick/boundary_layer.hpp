// SPDX-License-Identifier: MIT
// One layer of the ghost cells beyond a side: all cells at one distance from the domain.
//
// Each cell has one rank that computes it, the one that owns the cell's projection on the domain; where the cell is
// also beyond sides of faster axes, the rank at that edge. Other ranks have the cell in their ghost zones too, and get
// it from the neighbour, or mirror it where a neumann side says so. This is what makes kernels free to read along the
// side, and results the same for every number of ranks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "brick/boundary.hpp"
#include "brick/grid.hpp"
#include "brick/index.hpp"
#include "brick/stored_cells.hpp"

namespace brick::detail {

template <int D> class boundary_layer {
public:
  /// The layer `depth` cells beyond `side` (1: next to the domain) for fields with such boundaries.
  boundary_layer(const grid<D>& on, const boundaries<D>& boundary, const face& side, std::int64_t depth);

  /// The cells that this rank computes; coordinates beyond periodic ends are not wrapped.
  [[nodiscard]] const std::vector<index<D>>& computed() const { return computed_; }

  /// Such a cell as the user knows it.
  [[nodiscard]] index<D> global(const index<D>& cell) const;

  /// The cells that may be read from there: what every rank can, whatever its part.
  [[nodiscard]] box<D> readable_from(const index<D>& cell) const;

  /// The values that a field's storage has for the computed cells.
  [[nodiscard]] std::vector<std::byte> take(const stored_cells& field) const;

  /// Puts values of the computed cells, and of the same layer in other ghost zones, into the storage. Collective.
  void put(const std::vector<std::byte>& values, const stored_cells& field) const;

private:
  [[nodiscard]] box<D> moved(const index<D>& direction, bool sent) const;
  void exchange(const stored_cells& field) const;
  void mirror(const stored_cells& field) const;

  grid<D> on_;
  boundaries<D> boundary_;
  face side_;
  box<D> cells_; ///< that this rank computes; empty where it does not touch the side
  std::vector<index<D>> computed_;
};

extern template class boundary_layer<1>;
extern template class boundary_layer<2>;
extern template class boundary_layer<3>;

} // namespace brick::detail
