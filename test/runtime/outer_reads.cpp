// SPDX-License-Identifier: MIT
// Reads of boundary kernels: at offsets that are known or not, they are of the cell that is meant.
#include "brick/outer_reads.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <vector>

#include "brick/decomposition.hpp"
#include "brick/layout.hpp"

namespace {

using brick::box;
using brick::brick_layout;
using brick::cell_block;
using brick::index;

/// Ghost cells of a rank's bricks, and what its storage of `interleaved` fields has for each cell.
template <int D> class storage {
public:
  storage(const index<D>& cells, const index<D>& unit, const index<D>& halo, int interleaved)
      : cut_({.cells = cells, .unit = unit, .halo = halo, .periodic = {}, .ranks = 1}),
        layout_(cut_, 0, {.exchange = brick::strategy::layout}), interleaved_(interleaved) {
    for (int a = 0; a < D; ++a) {
      readable_.low[a] = -halo[a];
      readable_.high[a] = cells[a] + halo[a];
      reach_[a] = 2 * halo[a];
    }
    values_.resize(layout_.storage_bytes(1) * static_cast<std::size_t>(interleaved), -1);
    brick::for_each_in(readable_, [&](const index<D>& cell) {
      values_[static_cast<std::size_t>(layout_.offset_of(cell, interleaved))] = number_of(cell);
    });
  }

  [[nodiscard]] static float number_of(const index<D>& cell) {
    float number = 0;
    for (const std::int64_t x : cell)
      number = 64 * number + static_cast<float>(x + 20);
    return number;
  }
  [[nodiscard]] const float* begin() const { return values_.data(); }
  [[nodiscard]] int interleaved() const { return interleaved_; }
  [[nodiscard]] const box<D>& readable() const { return readable_; }
  [[nodiscard]] const index<D>& reach() const { return reach_; }
  [[nodiscard]] const brick_layout<D>& layout() const { return layout_; }
  [[nodiscard]] brick::detail::outer_point<D> point() const {
    return {readable_, reach_, &layout_, [](const void* layout, const index<D>& cell) {
              return static_cast<const brick_layout<D>*>(layout)->block_of(cell);
            }};
  }

private:
  brick::decomposition<D> cut_;
  brick_layout<D> layout_;
  int interleaved_;
  box<D> readable_;
  index<D> reach_{};
  std::vector<float> values_;
};

/// Reads at all `offsets` from all cells of a piece, and returns how many of the reads were of known ones.
template <int D>
int read_piece(const storage<D>& of, brick::detail::outer_point<D>& here, brick::detail::outer_input<float, D>& input,
               const box<D>& piece, const std::vector<index<D>>& offsets) {
  int known = 0;
  const cell_block<D> block = of.layout().block_of(piece.low);
  here.enter(block, block);
  input.gather(piece);
  here.number = 0;
  brick::for_each_in(piece, [&](const index<D>& cell) {
    here.cell = cell;
    for (const index<D>& offset : offsets) {
      index<D> place;
      bool readable = true;
      for (int a = 0; a < D; ++a) {
        place[a] = cell[a] + offset[a];
        readable = readable && offset[a] <= of.reach()[a] && -offset[a] <= of.reach()[a];
      }
      readable = readable && contains(of.readable(), place);
      const float* value = input.template find<float>(offset);
      known += value != nullptr;
      if (!value) {
        const std::int64_t element = input.look_up(offset, of.interleaved());
        EXPECT_EQ(element >= 0, readable);
        if (element >= 0) value = of.begin() + element;
      }
      EXPECT_EQ(value != nullptr, readable);
      if (value) EXPECT_EQ(*value, of.number_of(place));
    }
    ++here.number;
  });
  input.learn(here.number);
  return known;
}

template <int D> std::vector<index<D>> all_offsets(std::int64_t reach) {
  std::vector<index<D>> offsets;
  brick::for_each_in(box<D>{brick::filled<D>(-reach), brick::filled<D>(reach + 1)},
                     [&](const index<D>& offset) { offsets.push_back(offset); });
  return offsets;
}

/// A row of cells below the domain in the three bricks of four cells that hold it, and its ends.
TEST(OuterReads, KnowWhatMostCellsHaveRead) {
  for (const int interleaved : {1, 3}) {
    const storage<2> of({12, 12}, {4, 4}, {3, 3}, interleaved);
    auto here = of.point();
    brick::detail::outer_input<float, 2> input(here, of.begin(), interleaved, 4);
    const std::vector<index<2>> offsets{{1, 0}, {3, -2}, {-1, 1}, {6, 6}};
    EXPECT_EQ(read_piece<2>(of, here, input, {{-2, 0}, {-1, 4}}, offsets), 0);
    EXPECT_EQ(read_piece<2>(of, here, input, {{-2, 4}, {-1, 8}}, offsets), 16);
    // (6, 6) leaves what may be read from cell 9 on
    EXPECT_EQ(read_piece<2>(of, here, input, {{-2, 8}, {-1, 12}}, offsets), 12);
    EXPECT_EQ(read_piece<2>(of, here, input, {{-2, 12}, {-1, 15}}, offsets),
              6); // nor (-1, 1) from the last, nor (6, 6)
    EXPECT_EQ(read_piece<2>(of, here, input, {{-2, 0}, {-1, 4}}, offsets), 16);
    EXPECT_EQ(read_piece<2>(of, here, input, {{-3, 4}, {-2, 8}}, offsets), 12); // (-1, 1) is too far out
  }
}

TEST(OuterReads, WhatFewCellsReadStaysUnknown) {
  const storage<1> of({40}, {8}, {5}, 1);
  auto here = of.point();
  brick::detail::outer_input<float, 1> input(here, of.begin(), 1, 8);
  const box<1> piece{{-5}, {0}}, one{{-5}, {-4}};
  EXPECT_EQ(read_piece<1>(of, here, input, piece, {{3}}), 0);
  EXPECT_EQ(read_piece<1>(of, here, input, piece, {{3}, {9}}), 5);
  EXPECT_EQ(read_piece<1>(of, here, input, piece, {{3}, {9}}), 5) << "9 is beyond what may become known";
  EXPECT_EQ(read_piece<1>(of, here, input, one, {{3}, {4}, {4}}), 1);
  here.number = 0;
  static_cast<void>(input.look_up({5}, 1));
  input.learn(5);
  EXPECT_EQ(read_piece<1>(of, here, input, one, {{4}, {5}}), 1) << "one of five cells has read at 5";
}

/// In pieces on all sides of the domain, whatever a kernel reads; no more than 128 offsets become known.
TEST(OuterReads, AreRightEverywhere) {
  const storage<3> of({9, 12, 10}, {4, 4, 8}, {2, 2, 2}, 2);
  auto here = of.point();
  brick::detail::outer_input<float, 3> input(here, of.begin(), 2, 128);
  const std::vector<index<3>> offsets = all_offsets<3>(5); // some are further than the reach
  int known = 0;
  for (const box<3>& piece : {box<3>{{-1, 0, 0}, {0, 4, 8}},
                              {{-1, 4, 0}, {0, 8, 8}},
                              {{9, 8, 8}, {10, 12, 10}},
                              {{0, -2, 0}, {4, -1, 8}},
                              {{4, 4, -1}, {8, 8, 0}},
                              {{8, 12, 10}, {9, 14, 12}},
                              {{-2, -2, -2}, {0, 0, 0}}}) {
    const int now = read_piece<3>(of, here, input, piece, offsets);
    EXPECT_LE(now, 128 * volume(piece));
    known += now;
  }
  EXPECT_GT(known, 0);
}

} // namespace
