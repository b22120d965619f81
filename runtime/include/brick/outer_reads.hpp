// SPDX-License-Identifier: MIT
// How boundary kernels read fields. Their reads reach into other blocks than that of the point, most of them at the
// same few offsets from all cells. So what a kernel reads at an offset is copied to one place for all cells of a piece,
// before it is called for them: for those offsets that it has read at for most cells of a piece before. It may read
// anywhere else at any time; that takes longer.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "brick/cell_block.hpp"
#include "brick/direction.hpp"
#include "brick/index.hpp"

namespace brick::detail {

/// The point of a boundary kernel, and where the cells around it lie: in the block of the point and those beside it,
/// which are looked up when a kernel first reads there.
template <int D> class outer_point {
public:
  /// Finds the block of a cell in a layout.
  using finder = cell_block<D> (*)(const void* layout, const index<D>& cell);

  /// For reads in `readable`, and no further than `reach` from the point.
  outer_point(const box<D>& readable, const index<D>& reach, const void* layout, finder find)
      : readable_(readable), reach_(reach), layout_(layout), find_(find) {}
  outer_point(const outer_point&) = delete;
  outer_point& operator=(const outer_point&) = delete;

  index<D> cell{};
  std::int64_t number = 0; ///< of the cell in its piece

  /// To be called before the point comes into another block. `inside` is that of the cells of the domain nearest to it,
  /// where most kernels read.
  void enter(const cell_block<D>& block, const cell_block<D>& inside) {
    home_ = block.cells;
    for (known_block& each : around_)
      each.width[0] = 0; // holds no cell
    last_ = &around(inside.cells.low);
    know(*last_, inside);
  }

  /// The offset of the cell at `offset` from the point, in a storage of so many fields; -1 where it may not be read.
  [[nodiscard]] std::int64_t offset_of(const index<D>& offset, int interleaved) {
    index<D> place;
    bool near = true; // without branches: most reads go to the block of the last one
    for (int a = 0; a < D; ++a) {
      near &= is_near(a, offset[a]);
      place[a] = cell[a] + offset[a];
    }
    if (near && last_->holds(place)) return last_->offset_of(place, interleaved);
    return near && contains(readable_, place) ? block_elsewhere(place).offset_of(place, interleaved) : -1;
  }

  [[nodiscard]] const box<D>& readable() const { return readable_; }

  /// Whether all cells of a box may read at that offset.
  [[nodiscard]] bool may_read(const box<D>& cells, const index<D>& offset) const {
    for (int a = 0; a < D; ++a)
      if (!is_near(a, offset[a]) || cells.low[a] + offset[a] < readable_.low[a] ||
          cells.high[a] + offset[a] > readable_.high[a])
        return false;
    return true;
  }

  /// Calls `visit(part, places)` for the parts of a box of readable cells that lie in one block each, and where their
  /// cells are in a storage of so many fields.
  template <class Visit> void for_each_part(const box<D>& cells, int interleaved, Visit&& visit) {
    box<D> part{cells.low, {}};
    for (;;) {
      const known_block& block = block_of(part.low);
      for (int a = 0; a < D; ++a)
        part.high[a] = std::min(cells.high[a], block.low[a] + block.width[a]);
      visit(part, element_places<D>{block.offset_of(part.low, interleaved), block.strides});
      int a = D - 1;
      for (; a >= 0 && part.high[a] == cells.high[a]; --a)
        part.low[a] = cells.low[a];
      if (a < 0) return;
      part.low[a] = part.high[a];
    }
  }

private:
  /// The cells of a block that may be read, and where the first of them is.
  struct known_block {
    index<D> low{}, width{}, strides{};
    std::int64_t first = 0;  ///< of the block
    std::int64_t inside = 0; ///< from there

    [[nodiscard]] bool holds(const index<D>& place) const {
      bool all = true; // without branches, too
      for (int a = 0; a < D; ++a)
        all &= is_below(place[a] - low[a], width[a]);
      return all;
    }
    [[nodiscard]] std::int64_t offset_of(const index<D>& place, int interleaved) const {
      std::int64_t offset = first * interleaved + inside;
      for (int a = 0; a < D; ++a)
        offset += (place[a] - low[a]) * strides[a];
      return offset;
    }
  };

  /// Whether 0 <= value < limit.
  static constexpr bool is_below(std::int64_t value, std::int64_t limit) {
    return static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(limit);
  }

  [[nodiscard]] bool is_near(int axis, std::int64_t offset) const {
    return is_below(offset + reach_[axis], 2 * reach_[axis] + 1);
  }

  /// The block of a readable cell; most are in that of the cell before.
  [[nodiscard]] const known_block& block_of(const index<D>& place) {
    return last_->holds(place) ? *last_ : block_elsewhere(place);
  }

  [[gnu::noinline]] const known_block& block_elsewhere(const index<D>& place) {
    last_ = &around(place);
    if (!last_->holds(place)) know(*last_, find_(layout_, place));
    return *last_;
  }

  /// The entry for the block of a cell.
  [[nodiscard]] known_block& around(const index<D>& place) {
    int code = 0;
    for (int a = 0; a < D; ++a)
      code = 3 * code + (place[a] >= home_.low[a]) + (place[a] >= home_.high[a]);
    return around_[static_cast<std::size_t>(code)];
  }

  void know(known_block& block, const cell_block<D>& whole) const {
    const box<D> cells = intersection(whole.cells, readable_);
    block = {cells.low, shape(cells), whole.strides, whole.first, whole.offset_of(cells.low) - whole.first};
  }

  box<D> readable_;
  index<D> reach_;
  const void* layout_;
  finder find_;
  box<D> home_{};                                        ///< the block of the point
  std::array<known_block, direction_count(D)> around_{}; ///< by direction from there
  known_block* last_ = around_.data();                   ///< the one that was read last
};

/// What a boundary kernel reads of a field at offsets that are known, for the cells of a piece.
template <int D> class outer_reads {
public:
  /// The value at `offset` from the point; null where that offset is not known.
  template <class T> [[nodiscard]] const T* find(const index<D>& offset) const {
    const std::int64_t code = code_of(offset);
    if (code < 0 || first_[static_cast<std::size_t>(code)] < 0) return nullptr;
    return static_cast<const T*>(values_) + first_[static_cast<std::size_t>(code)] + point_->number;
  }

  /// The element at an offset that is not known; -1 where it may not be read.
  [[nodiscard]] std::int64_t look_up(const index<D>& offset, int interleaved) {
    if (learns_) count(offset);
    return point_->offset_of(offset, interleaved);
  }

  [[nodiscard]] const index<D>& cell() const { return point_->cell; }
  [[nodiscard]] const box<D>& readable() const { return point_->readable(); }

protected:
  explicit outer_reads(outer_point<D>& point) : point_(&point) { first_.fill(none); }

  static constexpr std::size_t most_known = 128; ///< offsets: values of 64 cells each stay in the second-level cache
  static constexpr std::int32_t none = -1;

  /// A number for each offset that may become known; -1 for others.
  [[nodiscard]] static constexpr std::int64_t code_of(const index<D>& offset) {
    // Most offsets are constants, and so is this where no loop is left: compilers keep short ones at -O2.
    return [&]<std::size_t... A>(std::index_sequence<A...>) {
      const bool known = ((offset[A] >= -reach && offset[A] <= reach) && ...);
      std::int64_t code = 0;
      ((code = code * (2 * reach + 1) + offset[A] + reach), ...);
      return known ? code : std::int64_t{-1};
    }(std::make_index_sequence<D>());
  }

  struct missed_offset {
    index<D> offset{};
    std::int64_t code = 0;
  };

  void count(const index<D>& offset) {
    const std::int64_t code = code_of(offset);
    if (code >= 0 && times_[static_cast<std::size_t>(code)]++ == 0) missed_.push_back({offset, code});
  }

  static constexpr std::int64_t reach = D == 3 ? 4 : 8;
  static constexpr std::size_t codes = D == 3 ? 9 * 9 * 9 : D == 2 ? 17 * 17 : 17;

  outer_point<D>* point_;
  const void* values_ = nullptr;            ///< of the known offsets
  std::array<std::int32_t, codes> first_;   ///< by code: the value for the first cell of the piece
  std::array<std::int32_t, codes> times_{}; ///< by code: unknown offsets read at, in the piece
  std::vector<missed_offset> missed_;       ///< these offsets
  bool learns_ = true;                      ///< whether reads at unknown offsets are counted, which takes long
};

/// The same, with the field of `T` that is read.
template <class T, int D> class outer_input : public outer_reads<D> {
public:
  /// For pieces of up to so many cells; `begin` is where elements of the field are counted from, in a storage of
  /// `interleaved` fields.
  outer_input(outer_point<D>& point, const T* begin, int interleaved, std::int64_t piece_cells)
      : outer_reads<D>(point), begin_(begin), interleaved_(interleaved), piece_cells_(piece_cells) {}

  /// Gets the values at known offsets for the cells of a piece, which are numbered row-major.
  void gather(const box<D>& piece);

  /// Gets those at one offset, which all cells of the piece may read at.
  void gather(const box<D>& piece, const index<D>& offset, T* to) const { copy(moved(piece, offset), to); }

  /// Learns from the reads of a piece of so many cells.
  void learn(std::int64_t cells);

private:
  static box<D> moved(box<D> cells, const index<D>& offset) {
    for (int a = 0; a < D; ++a) {
      cells.low[a] += offset[a];
      cells.high[a] += offset[a];
    }
    return cells;
  }

  void copy(const box<D>& cells, T* to) const;

  const T* begin_;
  int interleaved_;
  std::int64_t piece_cells_;
  static constexpr int most_in_vain = 16; ///< the first ones are at a corner, where a kernel may do other things
  int in_vain_ = 0;                       ///< pieces of which nothing was learnt
  std::vector<index<D>> known_;
  std::vector<T> gathered_; ///< for each known offset, of the cells of the piece
};

template <class T, int D> void outer_input<T, D>::gather(const box<D>& piece) {
  for (std::size_t k = 0; k < known_.size(); ++k) {
    const index<D>& offset = known_[k];
    std::int32_t& first = this->first_[static_cast<std::size_t>(this->code_of(offset))];
    first = this->none;
    if (!this->point_->may_read(piece, offset)) continue;
    first = static_cast<std::int32_t>(static_cast<std::int64_t>(k) * piece_cells_);
    copy(moved(piece, offset), gathered_.data() + first);
  }
}

template <class T, int D> void outer_input<T, D>::learn(std::int64_t cells) {
  if (!this->learns_) return;
  const std::size_t before = known_.size();
  for (const auto& [offset, code] : this->missed_) {
    const std::int64_t times = std::exchange(this->times_[static_cast<std::size_t>(code)], 0);
    if (2 * times >= cells && known_.size() < this->most_known && std::ranges::find(known_, offset) == known_.end())
      known_.push_back(offset);
  }
  in_vain_ = known_.size() > before || this->missed_.empty() ? 0 : in_vain_ + 1;
  this->learns_ = known_.size() < this->most_known && in_vain_ < most_in_vain;
  this->missed_.clear();
  gathered_.resize(known_.size() * static_cast<std::size_t>(piece_cells_));
  this->values_ = gathered_.data();
}

template <class T, int D> void outer_input<T, D>::copy(const box<D>& cells, T* to) const {
  this->point_->for_each_part(cells, interleaved_, [&](const box<D>& part, const element_places<D>& places) {
    for_each_element<D>(shape(part), places, places_in(cells, part),
                        [&](std::int64_t element, std::int64_t number) { to[number] = begin_[element]; });
  });
}

} // namespace brick::detail
