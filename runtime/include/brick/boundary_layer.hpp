// SPDX-License-Identifier: MIT
// One layer of the ghost cells beyond a side: all cells at one distance from the domain.
//
// Each cell has one rank that computes it, the one that owns the cell's projection on the domain; where the cell is
// also beyond sides of faster axes, the rank at that edge. Other ranks have the cell in their ghost zones too, and get
// it from the neighbour, or mirror it where a neumann side says so. This is what makes kernels free to read along the
// side, and results the same for every number of ranks.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "brick/boundary.hpp"
#include "brick/cell_block.hpp"
#include "brick/grid.hpp"
#include "brick/index.hpp"
#include "brick/stored_cells.hpp"

namespace brick::detail {

/// Cells of a layer that lie in one brick; of an array, some that are near each other.
template <int D> struct layer_piece {
  box<D> cells{};
  cell_block<D> block{};
  box<D> inside{}; ///< the cells of the domain that are nearest to them
  cell_block<D> inside_block{};
};

/// The pieces of the cells that a rank computes of a layer.
template <int D> struct layer_pieces {
  face side;
  box<D> cells;
  std::int64_t most = 0; ///< cells in a piece, and room for whole vectors
  std::vector<layer_piece<D>> pieces;
};

template <int D> class boundary_layer {
public:
  /// The layer `depth` cells beyond `side` (1: next to the domain) for fields with such boundaries.
  boundary_layer(const grid<D>& on, const boundaries<D>& boundary, const face& side, std::int64_t depth);

  /// In pieces, the cells that this rank computes, none of them beyond a periodic end; for how many a piece has room: a
  /// multiple of outer_cells::most_lanes.
  [[nodiscard]] std::span<const layer_piece<D>> pieces() const { return pieces_->pieces; }
  [[nodiscard]] std::int64_t piece_cells() const { return pieces_->most; }

  [[nodiscard]] const face& side() const { return side_; }

  /// The cells that may be read from this layer, no further from the point than `reach`: what every rank can, whatever
  /// its part.
  [[nodiscard]] const box<D>& readable() const { return readable_; }
  [[nodiscard]] const index<D>& reach() const { return reach_; }

  /// Makes the same layer in other ghost zones hold what the storage has for the computed cells. Collective.
  void spread(const stored_cells& field) const;

private:
  [[nodiscard]] box<D> moved(const index<D>& direction, bool sent) const;
  void find_readable();
  void exchange(const stored_cells& field) const;
  void mirror(const stored_cells& field) const;
  void mirror(const stored_cells& field, const box<D>& cells) const;

  grid<D> on_;
  boundaries<D> boundary_;
  face side_;
  box<D> cells_; ///< that this rank computes; empty where it does not touch the side
  std::shared_ptr<const layer_pieces<D>> pieces_;
  box<D> readable_;
  index<D> reach_{};
};

extern template class boundary_layer<1>;
extern template class boundary_layer<2>;
extern template class boundary_layer<3>;

} // namespace brick::detail
