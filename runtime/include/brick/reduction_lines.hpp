// SPDX-License-Identifier: MIT
// The unit-stride axis of a reduction on bricks of two and three axes: each line of bricks along it is computed and
// combined to a value a row, or a few, while its leaves are in the cache. Leaves of all rows would be an eighth of a
// field, which goes through memory twice.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

#include "brick/grid.hpp"
#include "brick/metrics.hpp"
#include "brick/parallel.hpp"
#include "brick/reduction_leaves.hpp"
#include "brick/reduction_tree.hpp"
#include "brick/sweep_cells.hpp"

namespace brick::detail {

/// For each row of a box of cells, the values of the largest nodes of its leaves: node after node.
template <class T, int D> class folded_rows {
public:
  /// `all` are the leaves of rows that have values, on any rank.
  folded_rows(const box<D>& cells, const interval& all, std::int64_t unit)
      : cells_(cells), rows_(row_box(cells)), unit_(unit),
        nodes_(largest_nodes(in_units({cells.low[D - 1], cells.high[D - 1]}, unit), all)),
        values_(std::make_unique_for_overwrite<T[]>(nodes_.size() * static_cast<std::size_t>(volume(rows_)))) {}

  [[nodiscard]] const box<D>& cells() const { return cells_; }
  [[nodiscard]] std::int64_t unit() const { return unit_; }
  [[nodiscard]] const std::vector<tree_node>& nodes() const { return nodes_; }
  [[nodiscard]] std::unique_ptr<T[]> release() { return std::move(values_); }

  /// The value of a node in a row, and those of the rows behind it along the next slower axis.
  T* at(std::size_t node, index<D> row) {
    row[D - 1] = 0;
    return &values_[node * static_cast<std::size_t>(volume(rows_)) +
                    static_cast<std::size_t>(position_in<D>(rows_, row))];
  }

private:
  box<D> cells_, rows_;
  std::int64_t unit_;
  std::vector<tree_node> nodes_;
  std::unique_ptr<T[]> values_;
};

/// Whether there are lines: on bricks of two and three axes, on the host.
template <auto Stencil, int D> constexpr bool has_lines() {
  if constexpr (D > 1 && compiled<Stencil>) return !has_kernel<Stencil>;
  return false;
}

/// Whether there are enough of them for threads to share.
template <int D> bool shares_lines(const grid<D>& on) {
  constexpr std::int64_t lines_a_thread = 4;
  if (!on.has_bricks() || empty(on.own_cells())) return false;
  const std::int64_t lines = std::ssize(on.bricks().lines(brick_part::all)) / on.bricks().bricks_per_line();
  return lines >= lines_a_thread * on.threads();
}

/// The rows of a line of bricks that begins with `first`, from their leaves, which are overwritten.
template <class T, int D, class Operation>
void fold_line(const box<D>& first, reduction_leaves<T, D>& leaves, folded_rows<T, D>& rows,
               const Operation& operation) {
  box<D> inside = leaves.cells();
  inside.low[D - 1] = first.low[D - 1];
  inside.high[D - 1] = first.high[D - 1];
  const std::int64_t stride = volume(leaves.rows());
  const bool all = inside == first;
  for (std::size_t n = 0; n < rows.nodes().size(); ++n) {
    const interval& part = rows.nodes()[n].positions;
    T* const values = &leaves.at(first.low, part.low);
    const auto fold = [&](std::int64_t row, std::int64_t count) {
      fold_side_by_side(values + row, stride, count, part.low, part.size(), operation);
    };
    if (all) fold(0, stride);
    for_each_rows<D>(first, inside, [&](const index<D>& row, std::int64_t number, std::int64_t count) {
      if (!all) fold(number, count);
      std::copy_n(values + number, count, rows.at(n, row));
    });
  }
}

/// brickc's version on each thread's share of the lines.
template <auto Stencil, class T, int D, class Operation, class... Bound>
void compute_lines(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation,
                   const sweep_part& part, folded_rows<T, D>& rows) {
  constexpr int fast = D - 1;
  const double start = seconds();
  const brick_layout<D>& layout = on.bricks();
  const std::span<const std::int32_t> bricks = layout.lines(part.bricks);
  const std::int64_t width = layout.bricks_per_line(), extent = layout.brick()[fast];
  const std::int64_t rows_a_brick = layout.cells_per_brick() / extent;
  const int threads = sweep_threads(on, part.bricks, generated<Stencil>::work);
  parallel(threads, [&](int thread) {
    brick_folder<Stencil, T, D, Operation, Bound...> folder(on, bound, operation, part.in_place);
    const auto memory =
        std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(width * extent / rows.unit() * rows_a_brick));
    const auto [first, last] = share(std::ssize(bricks) / width, thread, threads);
    for (std::int64_t line = first; line < last; ++line) {
      const std::span<const std::int32_t> rest = bricks.subspan(static_cast<std::size_t>(line * width));
      const box<D> brick = layout.cells_of(rest.front());
      box<D> cells = brick;
      cells.high[fast] += (width - 1) * extent;
      cells = intersection(cells, rows.cells());
      if (empty(cells)) continue;
      reduction_leaves<T, D> leaves(cells, row_box(brick), rows.unit(), memory.get());
      const auto bricks_before = [&](std::int64_t cell) {
        return static_cast<std::size_t>((cell - brick.low[fast]) / extent);
      };
      const std::size_t begin = bricks_before(cells.low[fast]), end = bricks_before(cells.high[fast] + extent - 1);
      if constexpr (folds_leaves<Stencil, T, Operation>()) {
        const std::size_t whole = bricks_before(cells.low[fast] + extent - 1),
                          whole_end = std::max(whole, bricks_before(cells.high[fast]));
        folder.fold(rest.subspan(begin), whole - begin, leaves); // one at most, of which some cells have no values
        if (whole < whole_end) folder.fold_as_computed(rest.subspan(whole), whole_end - whole, leaves);
        if (whole_end < end) folder.fold(rest.subspan(whole_end), end - whole_end, leaves);
      } else {
        folder.fold(rest.subspan(begin), end - begin, leaves);
      }
      fold_line(brick, leaves, rows, operation);
    }
  });
  on.metrics().calc += seconds() - start;
}

} // namespace brick::detail
