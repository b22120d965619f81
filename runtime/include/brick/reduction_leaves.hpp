// SPDX-License-Identifier: MIT
// The first part of a reduction: a value for each leaf, a few cells of a row, computed and combined by the threads of a
// rank. What is left for the ranks to combine is small.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <tuple>

#include "brick/grid.hpp"
#include "brick/leaf_values.hpp"
#include "brick/metrics.hpp"
#include "brick/parallel.hpp"
#include "brick/reduction_tree.hpp"
#include "brick/region.hpp"
#include "brick/sweep_cells.hpp"

namespace brick::detail {

/// The rows of a box of cells, with 0 as their coordinate on the unit-stride axis; none of an empty box.
template <int D> box<D> row_box(box<D> cells) {
  cells.high[D - 1] = empty(cells) ? 0 : 1;
  cells.low[D - 1] = 0;
  return cells;
}

/// Leaves of rows of cells: leaf i of a row holds its cells in [i * unit, (i + 1) * unit). Leaves of the same cells of
/// each row lie side by side: bricks write many at once, and rows are combined many at once.
template <class T, int D> class reduction_leaves {
public:
  /// Those that hold cells of a box. `unit` is a power of two.
  reduction_leaves(const box<D>& cells, std::int64_t unit) : reduction_leaves(cells, row_box(cells), unit) {
    owned_ = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(count()));
    values_ = owned_.get();
  }

  /// Those, with a place for every row of `rows`, in memory of somebody else's.
  reduction_leaves(const box<D>& cells, const box<D>& rows, std::int64_t unit, T* memory)
      : reduction_leaves(cells, rows, unit) {
    values_ = memory;
  }

  [[nodiscard]] const box<D>& cells() const { return cells_; }
  [[nodiscard]] std::int64_t unit() const { return unit_; }

  /// The rows, and the leaves of each.
  [[nodiscard]] const box<D>& rows() const { return rows_; }
  [[nodiscard]] const interval& leaves() const { return leaves_; }
  [[nodiscard]] std::int64_t count() const { return volume(rows_) * leaves_.size(); }

  /// The value of a leaf, those of the rows behind it in the same place; and all of them, leaf after leaf.
  T& at(index<D> row, std::int64_t leaf) {
    row[D - 1] = 0;
    return values_[(leaf - leaves_.low) * volume(rows_) + position_in<D>(rows_, row)];
  }
  [[nodiscard]] std::unique_ptr<T[]> release() { return std::move(owned_); }

private:
  reduction_leaves(const box<D>& cells, const box<D>& rows, std::int64_t unit)
      : cells_(cells), rows_(rows), unit_(unit), leaves_(in_units({cells.low[D - 1], cells.high[D - 1]}, unit)) {}

  box<D> cells_, rows_;
  std::int64_t unit_;
  interval leaves_;
  std::unique_ptr<T[]> owned_;
  T* values_ = nullptr;
};

/// So many cells of a row make a leaf, a power of two: on bricks, the largest that divides their rows. On arrays some
/// that no part begins inside of.
template <int D> std::int64_t leaf_unit(const grid<D>& on) {
  constexpr int fast = D - 1;
  constexpr std::int64_t most_cells = 64; // so that there are few leaves, and a leaf's values stay in cache
  if (on.has_bricks()) return on.bricks().brick()[fast] & -on.bricks().brick()[fast];
  std::int64_t unit = most_cells;
  index<D> place{};
  for (; place[fast] < on.decomposition().process_grid()[fast]; ++place[fast])
    while (on.decomposition().part(on.decomposition().rank_at(place)).low[fast] % unit)
      unit /= 2;
  return unit;
}

/// Calls `visit(row, number)` for the rows of a box, numbered from 0.
template <int D, class Visit> void for_each_numbered_row(const box<D>& cells, Visit&& visit) {
  std::int64_t number = 0;
  for_each_row(cells, [&](const index<D>& row) { visit(row, number++); });
}

/// Reference mode: the user's function at every cell, leaf by leaf.
template <auto Stencil, class T, int D, class Operation, class... Bound>
void compute_leaves_of_points(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation,
                              reduction_leaves<T, D>& leaves) {
  constexpr int fast = D - 1;
  const box<D>& cells = leaves.cells();
  const std::int64_t unit = leaves.unit(), per_row = leaves.leaves().size();
  parallel(on.threads(), [&](int thread) {
    const auto [first, last] = share(leaves.count(), thread, on.threads());
    if (first == last) return;
    const auto values = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(unit));
    for_each_numbered_row<D>(cells, [&, first = first, last = last](index<D> cell, std::int64_t row) {
      for (std::int64_t i = std::max(first - row * per_row, std::int64_t{0});
           i < std::min(last - row * per_row, per_row); ++i) {
        const std::int64_t leaf = leaves.leaves().low + i;
        cell[fast] = std::max(cells.low[fast], leaf * unit);
        const std::int64_t end = std::min(cells.high[fast], (leaf + 1) * unit), start = cell[fast];
        for (std::int64_t offset = on.offset_of(cell); cell[fast] < end; ++cell[fast], ++offset)
          values[cell[fast] - start] =
              std::apply([&](const Bound&... each) { return Stencil(each.at(cell, offset)...); }, bound);
        leaves.at(cell, leaf) = fold(values.get(), start, end - start, operation);
      }
    });
  });
}

/// Calls `visit(row, number, rows)` for the rows of `inside` that follow each other along the next slower axis, `rows`
/// at a time: the first one, and its number among the rows of `brick`.
template <int D> void for_each_rows(const box<D>& brick, const box<D>& inside, auto&& visit) {
  constexpr int fast = D - 1, next = std::max(D - 2, 0);
  box<D> all = brick, first = inside; // rows, and of those that follow each other the first ones
  all.low[fast] = first.low[fast] = 0;
  all.high[fast] = first.high[fast] = 1;
  first.high[next] = first.low[next] + 1;
  const std::int64_t rows = D > 1 ? inside.high[next] - inside.low[next] : 1;
  for_each_in(first, [&](const index<D>& row) { visit(row, position_in<D>(all, row), rows); });
}

/// The leaves of one brick whose rows are whole. `folded_from(row, rows)` is where those of so many rows of the brick
/// begin, from that row on along the next slower axis.
template <class T, int D>
void take_rows(const box<D>& brick, const box<D>& inside, auto&& folded_from, reduction_leaves<T, D>& leaves) {
  constexpr int fast = D - 1;
  const std::int64_t of_a_row = (brick.high[fast] - brick.low[fast]) / leaves.unit();
  for_each_rows<D>(brick, inside, [&](const index<D>& row, std::int64_t number, std::int64_t rows) {
    const T* const from = folded_from(number, rows);
    for (std::int64_t i = 0; i < of_a_row; ++i) {
      T* const to = &leaves.at(row, brick.low[fast] / leaves.unit() + i);
      if (of_a_row == 1)
        std::copy_n(from, rows, to);
      else
        for (std::int64_t r = 0; r < rows; ++r)
          to[r] = from[r * of_a_row + i];
    }
  });
}

/// The leaves of one brick of whose rows only the cells in `inside` have values.
template <class T, int D, class Operation>
void take_cut_rows(const box<D>& brick, const box<D>& inside, const T* values, T* other, const Operation& operation,
                   reduction_leaves<T, D>& leaves) {
  constexpr int fast = D - 1;
  const std::int64_t extent = brick.high[fast] - brick.low[fast], unit = leaves.unit();
  for_each_rows<D>(brick, inside, [&](const index<D>& row, std::int64_t number, std::int64_t rows) {
    for (std::int64_t first = brick.low[fast]; first < brick.high[fast]; first += unit) {
      const std::int64_t low = std::max(first, inside.low[fast]), high = std::min(first + unit, inside.high[fast]);
      if (low >= high) continue;
      const T* const from = values + number * extent + low - brick.low[fast];
      for (std::int64_t r = 0; r < rows; ++r) // side by side
        for (std::int64_t i = 0; i < high - low; ++i)
          other[i * rows + r] = from[r * extent + i];
      fold_side_by_side(other, rows, rows, low, high - low, operation);
      std::copy_n(other, rows, &leaves.at(row, first / unit));
    }
  });
}

/// The leaves of one brick, of whose cells `values` holds the stencil's, row-major; `other` has room for as many. Both
/// are overwritten.
template <class T, int D, class Operation>
void fold_brick(const brick_layout<D>& layout, std::int32_t id, T* values, T* other, const Operation& operation,
                reduction_leaves<T, D>& leaves) {
  constexpr int fast = D - 1;
  const std::int64_t extent = layout.brick()[fast], unit = leaves.unit();
  const box<D> brick = layout.cells_of(id);
  const box<D> inside = intersection(brick, leaves.cells());
  if (empty(inside)) return;
  // The operation is called with values of these cells alone: it may be defined for no others.
  if (inside.low[fast] != brick.low[fast] || inside.high[fast] != brick.high[fast])
    return take_cut_rows<T, D>(brick, inside, values, other, operation, leaves);
  if (inside == brick) {
    const T* const folded = fold_groups(values, other, layout.cells_per_brick(), unit, operation);
    if (extent == unit && leaves.rows() == row_box(brick)) {
      std::copy_n(folded, layout.cells_per_brick() / extent, &leaves.at(brick.low, brick.low[fast] / unit));
      return;
    }
    return take_rows<T, D>(
        brick, inside, [&](std::int64_t row, std::int64_t) { return folded + row * (extent / unit); }, leaves);
  }
  take_rows<T, D>(
      brick, inside,
      [&](std::int64_t row, std::int64_t rows) {
        return fold_groups(values + row * extent, other, rows * extent, unit, operation);
      },
      leaves);
}

/// Generated code writes whole vectors, at addresses aligned to them.
struct alignas(64) widest_vector {
  std::byte bytes[64];
};

/// A thread's computation of leaves by brickc's version, a few bricks at a time, so that their values stay in cache.
template <auto Stencil, class T, int D, class Operation, class... Bound> class brick_folder {
public:
  brick_folder(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation, bool in_place)
      : layout(on.bricks()), bound(bound), operation(operation), in_place(in_place), strides(strides_of(bound)),
        streams(swept_bytes<D>(on, fields_of_call<Stencil>(bound)) > on.state().runtime->streaming_from_bytes),
        at_once(static_cast<std::size_t>(std::max<std::int64_t>(1, values_at_once / layout.cells_per_brick()))),
        memory(std::make_unique_for_overwrite<widest_vector[]>(
            at_once * static_cast<std::size_t>(layout.cells_per_brick()) * sizeof(T) / sizeof(widest_vector) + 1)),
        other(std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(layout.cells_per_brick()))) {}

  /// The leaves of the first `count` bricks; the others come next.
  void fold(std::span<const std::int32_t> bricks, std::size_t count, reduction_leaves<T, D>& leaves) {
    T* const values = reinterpret_cast<T*>(memory.get());
    while (count > 0) {
      const std::span<const std::int32_t> some = bricks.first(std::min(at_once, count));
      sweep_range range = range_of(layout, some, in_place, streams);
      range.strides = strides.data();
      range.behind = std::ssize(bricks) - std::ssize(some);
      const auto compute = [&](const auto&... each) { generated<Stencil>::sweep(range, values, each...); };
      std::apply(compute, generated_arguments(bound));
      for (std::size_t i = 0; i < some.size(); ++i)
        fold_brick(layout, some[i], values + static_cast<std::int64_t>(i) * layout.cells_per_brick(), other.get(),
                   operation, leaves);
      bricks = bricks.subspan(some.size());
      count -= some.size();
    }
  }

  /// The same for bricks of a line, one behind the other, whose leaves are rows and have all cells, combined as they
  /// are computed.
  void fold_as_computed(std::span<const std::int32_t> bricks, std::size_t count, reduction_leaves<T, D>& leaves)
    requires(folds_leaves<Stencil, T, Operation>())
  {
    sweep_range range = range_of(layout, bricks.first(count), in_place, streams);
    range.strides = strides.data();
    range.behind = std::ssize(bricks) - range.count;
    const index<D> first = layout.cells_of(bricks.front()).low;
    const leaf_values<T, Operation> values(&leaves.at(first, first[D - 1] / leaves.unit()), operation);
    const auto compute = [&](const auto&... each) { generated<Stencil>::sweep(range, values, each...); };
    std::apply(compute, generated_arguments(bound));
  }

private:
  static constexpr std::int64_t values_at_once = 2048;

  const brick_layout<D>& layout;
  const std::tuple<Bound...>& bound;
  const Operation& operation;
  bool in_place;
  std::array<std::int64_t, sizeof...(Bound) + 1> strides;
  bool streams;
  std::size_t at_once;
  std::unique_ptr<widest_vector[]> memory;
  std::unique_ptr<T[]> other;
};

/// brickc's version on each thread's share of the bricks.
template <auto Stencil, class T, int D, class Operation, class... Bound>
void compute_leaves_of_bricks(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation,
                              const sweep_part& part, reduction_leaves<T, D>& leaves) {
  const int threads = sweep_threads(on, part.bricks, generated<Stencil>::work);
  parallel(threads, [&](int thread) {
    brick_folder<Stencil, T, D, Operation, Bound...> folder(on, bound, operation, part.in_place);
    const chosen_bricks chosen =
        choose_bricks(on.bricks(), on.bricks().share_of(part.bricks, thread, threads), leaves.cells());
    for (const auto* bricks : {&chosen.whole, &chosen.cut})
      folder.fold(*bricks, bricks->size(), leaves);
  });
}

/// The values of all cells by brickc's kernel, then their leaves on each thread's share of the bricks.
template <auto Stencil, class T, int D, class Operation, class... Bound>
void compute_leaves_by_kernel(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation,
                              brick_part part, reduction_leaves<T, D>& leaves) {
  const std::span<const std::int32_t> bricks = on.kernel_bricks().ids(part);
  const std::int64_t cells = on.bricks().cells_per_brick();
  T* const values = reinterpret_cast<T*>(
      on.kernel_bricks().room_for_values(bricks.size() * static_cast<std::size_t>(cells) * sizeof(T)));
  sweep_by_kernel<Stencil>(on, bound, part, leaves.cells(), values);
  on.kernel_bricks().wait_for_values();
  parallel(on.threads(), [&](int thread) {
    const auto [first, last] = share(std::ssize(bricks), thread, on.threads());
    const auto other = std::make_unique_for_overwrite<T[]>(static_cast<std::size_t>(cells));
    for (std::int64_t i = first; i < last; ++i)
      fold_brick(on.bricks(), bricks[static_cast<std::size_t>(i)], values + i * cells, other.get(), operation, leaves);
  });
}

/// Computes the leaves that are in `part`; on arrays, `part` is all.
template <auto Stencil, class T, int D, class Operation, class... Bound>
void compute_leaves(const grid<D>& on, const std::tuple<Bound...>& bound, const Operation& operation,
                    const sweep_part& part, reduction_leaves<T, D>& leaves) {
  const double start = seconds();
  const auto compute = [&] {
    if constexpr (!fuses<Stencil>) // which `may_fuse` allows on bricks only
      if (!compiled<Stencil> || !on.has_bricks())
        return compute_leaves_of_points<Stencil>(on, bound, operation, leaves);
    if constexpr (has_kernel<Stencil>)
      compute_leaves_by_kernel<Stencil>(on, bound, operation, part.bricks, leaves);
    else if constexpr (compiled<Stencil>)
      compute_leaves_of_bricks<Stencil>(on, bound, operation, part, leaves);
  };
  compute();
  on.metrics().calc += seconds() - start;
}

} // namespace brick::detail
