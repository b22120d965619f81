// SPDX-License-Identifier: MIT
// How the cells of one rank lie in memory in reference mode: one row-major array with the halo around it.
#pragma once

#include "brick/cell_block.hpp"
#include "brick/decomposition.hpp"
#include "brick/index.hpp"
#include "brick/transfer.hpp"

namespace brick {

/// What an array layout is made for.
struct array_layout_options {
  bool wrap_in_place = true; ///< periodic neighbours inside the rank are copies; false: messages to oneself
};

/// The array of one rank: own cells and `halo` ghost cells on every side. An idle rank has none.
template <int D> class array_layout {
public:
  array_layout() = default;
  array_layout(const decomposition<D>& cut, int rank, const array_layout_options& options);

  /// Own cells, and own and ghost cells, in global coordinates.
  [[nodiscard]] const box<D>& own_cells() const { return own_; }
  [[nodiscard]] const box<D>& all_cells() const { return all_; }

  /// Elements from one cell to the next along each axis.
  [[nodiscard]] const index<D>& strides() const { return strides_; }
  [[nodiscard]] std::size_t storage_bytes(std::size_t element_bytes) const;

  /// Elements of one field, from its first to that of a field that lies behind it in one storage.
  [[nodiscard]] std::int64_t elements() const { return volume(all_); }

  /// The element offset of a cell of `all_cells()`.
  [[nodiscard]] std::int64_t offset_of(const index<D>& cell) const { return block().offset_of(cell); }

  /// All cells.
  [[nodiscard]] cell_block<D> block() const { return {all_, strides_, 0}; }

  /// What travels in an exchange of `fields` fields that lie behind each other: one packed message per neighbour
  /// direction, copies where the neighbour is this rank.
  [[nodiscard]] exchange_plan plan(std::size_t element_bytes, int fields = 1) const;

private:
  [[nodiscard]] std::vector<extent> cell_pieces(const box<D>& cells, std::int64_t element_bytes, int fields) const;

  decomposition<D> cut_;
  int rank_ = 0;
  array_layout_options options_{};
  box<D> own_{}, all_{};
  index<D> strides_{};
};

extern template class array_layout<1>;
extern template class array_layout<2>;
extern template class array_layout<3>;

} // namespace brick
