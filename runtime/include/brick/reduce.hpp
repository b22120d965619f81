// SPDX-License-Identifier: MIT
// Reducing a stencil's values over all cells to one: `double r = brick::reduce<residual>(brick::sum, u, b)`.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <vector>

#include "brick/entity.hpp"
#include "brick/ghosts.hpp"
#include "brick/grid.hpp"
#include "brick/parallel.hpp"
#include "brick/parameter.hpp"
#include "brick/reduction.hpp"
#include "brick/reduction_leaves.hpp"
#include "brick/reduction_lines.hpp"
#include "brick/region.hpp"
#include "brick/uses.hpp"

namespace brick {

namespace detail {

/// One axis of a reduction on the ranks of a line along it.
struct reduction_line {
  std::vector<int> ranks;      ///< in the order of their parts; the first one collects
  std::vector<interval> owned; ///< by each
  interval all;                ///< positions that have values
  std::size_t here = 0;        ///< this rank's place in `ranks`
};

/// The line of this rank, which owns cells, along `axis`; positions are groups of `unit` cells of `cells`.
template <int D>
reduction_line line_of(const decomposition<D>& cut, int rank, int axis, const box<D>& cells, std::int64_t unit);

/// Whether this rank has values when all axes behind `axis` are reduced: it owns cells and is first on those lines.
template <int D> bool is_first_behind(const decomposition<D>& cut, int rank, int axis);

/// Sends bytes to the rank that collects, and receives them there. Blocking; the lengths must match.
void send_nodes(const communicator& ranks, std::span<const std::byte> values, int rank);
void receive_nodes(const communicator& ranks, std::span<std::byte> values, int rank);

/// Throws the same `error` on all ranks when they reduce different regions. Collective.
void check_same_region(const communicator& ranks, const call_site& call, const std::string& cells);

/// How the values of `rows` rows lie: row after row; those of the same position of all rows side by side; or those of
/// the same node, combined already.
enum class row_order { one_by_one, side_by_side, folded };

/// The values of rows [first, last) at a node's positions, combined: one for each row, to `to`.
template <class T, class Operation>
void fold_rows(T* values, row_order order, const interval& own, const interval& part, std::int64_t rows,
               std::int64_t first, std::int64_t last, T* to, const Operation& operation) {
  const std::int64_t place = part.low - own.low;
  if (order == row_order::one_by_one || rows == 1) {
    for (std::int64_t row = first; row < last; ++row)
      to[row] = fold(values + row * own.size() + place, part.low, part.size(), operation);
    return;
  }
  T* const from = values + place * rows + first;
  fold_side_by_side(from, rows, last - first, part.low, part.size(), operation);
  std::copy_n(from, last - first, to + first);
}

/// Combines the values of a rank's part of an axis to those of its nodes, as many each as there are rows: node after
/// node.
template <class T, class Operation>
void fold_own_part(const interval& own, const std::vector<tree_node>& nodes, std::int64_t rows, T* values,
                   row_order order, T* folded, const Operation& operation, int threads) {
  threads = threads_for(rows * own.size(), threads);
  parallel(threads, [&](int thread) {
    const auto [first, last] = share(rows, thread, threads);
    for (std::size_t n = 0; n < nodes.size(); ++n)
      fold_rows(values, order, own, nodes[n].positions, rows, first, last, folded + static_cast<std::int64_t>(n) * rows,
                operation);
  });
}

/// Reduces one axis: `values` holds, for each of `rows` rows, the values of this rank's positions. Afterwards, on the
/// rank that collects, it holds one for each row.
template <class T, class Operation>
void reduce_line(const communicator& ranks, const reduction_line& line, std::int64_t rows, std::unique_ptr<T[]>& values,
                 row_order order, const Operation& operation, int threads) {
  const auto count = static_cast<std::size_t>(rows);
  std::vector<std::size_t> first(line.ranks.size() + 1, 0); // of each rank's nodes
  for (std::size_t place = 0; place < line.ranks.size(); ++place)
    first[place + 1] = first[place] + largest_nodes(line.owned[place], line.all).size();
  const std::size_t room = line.here == 0 ? first.back() : first[line.here + 1] - first[line.here];
  const interval& own = line.owned[line.here];
  std::vector<tree_node> nodes = largest_nodes(own, line.all);
  const bool in_place = order == row_order::folded && room == nodes.size(); // no others come beside them
  auto folded = in_place ? std::move(values) : std::make_unique_for_overwrite<T[]>(room * count);
  const auto bytes_of = [&](std::size_t from, std::size_t to) {
    return std::as_writable_bytes(std::span(folded.get() + from * count, (to - from) * count));
  };
  if (order != row_order::folded)
    fold_own_part(own, nodes, rows, values.get(), order, folded.get(), operation, threads);
  else if (!in_place)
    std::copy_n(values.get(), nodes.size() * count, folded.get());
  if (line.here != 0) return send_nodes(ranks, bytes_of(0, room), line.ranks[0]);
  for (std::size_t place = 1; place < line.ranks.size(); ++place) {
    receive_nodes(ranks, bytes_of(first[place], first[place + 1]), line.ranks[place]);
    for (const tree_node& node : largest_nodes(line.owned[place], line.all))
      nodes.push_back(node);
  }
  for (const auto& [into, from] : merge_order(nodes))
    combine_rows(&folded[into * count], &folded[from * count], &folded[into * count], rows, operation);
  values = std::move(folded);
}

/// Combines the values of all ranks, axis by axis: `own` has those of the unit-stride axis, in that order. The result
/// is there on all ranks. Collective.
template <int D, class Own, class Operation>
auto combine_axes(const grid<D>& on, const box<D>& cells, Own& own, row_order order, const Operation& operation) {
  const communicator& ranks = on.state().runtime->halo;
  const brick::decomposition<D>& cut = on.decomposition();
  auto values = own.release();
  using T = std::remove_cvref_t<decltype(values[0])>;
  std::int64_t unit = own.unit();
  for (int axis = D - 1; axis >= 0 && is_first_behind<D>(cut, ranks.rank(), axis);
       --axis, unit = 1, order = row_order::one_by_one) {
    std::int64_t rows = 1;
    for (int a = 0; a < axis; ++a)
      rows *= shape(own.cells())[a];
    if (rows == 0) continue;
    reduce_line(ranks, line_of<D>(cut, ranks.rank(), axis, cells, unit), rows, values, order, operation, on.threads());
  }
  T result = ranks.rank() == 0 ? values[0] : T{};
  ranks.broadcast(std::as_writable_bytes(std::span(&result, 1)), 0);
  return result;
}

/// `reduce` of bound parameters everywhere, where the box is null, or on a region.
template <auto Stencil, class Operation, class Bound>
auto reduce_on(const box<dimensions_of_kernel<Stencil>>* where, const Operation& operation, const Bound& bound) {
  constexpr int D = dimensions_of_kernel<Stencil>;
  using T = typename signature<decltype(Stencil)>::result;
  static_assert(std::is_arithmetic_v<T>,
                "brick::reduce: the stencil returns the number that is reduced; one that returns nothing is for "
                "brick::apply");
  static_assert(is_reduction<Operation>,
                "brick::reduce: the operation is brick::sum, brick::min, brick::max, or brick::associative(combine, "
                "identity) for an associative function of your own");
  static_assert(fuses<Stencil> || !has_outputs(parameters_type<Stencil>{}),
                "brick::reduce: a stencil that returns a value has no outputs");
  auto fields = fields_of_call<Stencil>(bound);
  const stencil_call<D> call = call_of<Stencil, D>("reduce", bound);
  const box<D> cells = check_call<D>(call, fields, where);
  const grid<D>& on = fields[0].field->grid();
  if (where) check_same_region(on.world(), call.site, to_string(cells.low) + " to " + to_string(cells.high));
  const box<D> own = intersection(cells, on.own_cells());
  const std::int64_t unit = leaf_unit(on);
  const auto compute_and_combine = [&](auto&& values, row_order order, const auto& compute) {
    exchange_and_compute<D>(on, fields, [&](const sweep_part& part) { compute(part, values); });
    if (empty(cells)) return operation.template identity<T>();
    static const std::string what = call.site.text(); // once for each stencil: reductions may take microseconds
    const purpose combining(on.state().runtime->halo, what);
    return combine_axes(on, cells, values, order, operation);
  };
  if constexpr (has_lines<Stencil, D>())
    if (shares_lines(on))
      return compute_and_combine(
          folded_rows<T, D>(own, in_units({cells.low[D - 1], cells.high[D - 1]}, unit), unit), row_order::folded,
          [&](const sweep_part& part, auto& rows) { compute_lines<Stencil>(on, bound, operation, part, rows); });
  return compute_and_combine(
      reduction_leaves<T, D>(own, unit), row_order::side_by_side,
      [&](const sweep_part& part, auto& leaves) { compute_leaves<Stencil>(on, bound, operation, part, leaves); });
}

} // namespace detail

/// Reduces the values that `Stencil` returns at all cells to one, the same on all ranks. The operation is `brick::sum`,
/// `min`, `max` or `brick::associative(combine, identity)`; the other arguments are those of the stencil, as for
/// `apply`. Which values are combined with which depends on the domain alone (see reduction_tree.hpp), so the result is
/// the same bit for bit for any number of ranks and threads. Collective; throws `error` as `apply` does.
template <auto Stencil, class Operation, class... Arguments>
  requires(!detail::is_region<Operation>)
[[nodiscard]] typename detail::signature<decltype(Stencil)>::result reduce(const Operation& operation,
                                                                           Arguments&&... arguments) {
  return detail::reduce_on<Stencil>(nullptr, operation, detail::bind_for<Stencil>(arguments...));
}

/// The same over the cells of a region, `brick::on(box)`; of none, the result is the operation's identity.
template <auto Stencil, int D, class Operation, class... Arguments>
[[nodiscard]] typename detail::signature<decltype(Stencil)>::result
reduce(const region<D>& where, const Operation& operation, Arguments&&... arguments) {
  return detail::reduce_on<Stencil>(&where.cells, operation, detail::bind_for<Stencil>(arguments...));
}

} // namespace brick
