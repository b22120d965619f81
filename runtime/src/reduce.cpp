// SPDX-License-Identifier: MIT
// Who combines what in a reduction, and the messages.
#include "brick/reduce.hpp"

#include "agreement.hpp"

namespace brick::detail {

namespace {

constexpr int reduction_tag = 32766; // exchanges count theirs up from 0, and gather has the one above

} // namespace

template <int D>
reduction_line line_of(const decomposition<D>& cut, int rank, int axis, const box<D>& cells, std::int64_t unit) {
  reduction_line line;
  line.all = in_units({cells.low[axis], cells.high[axis]}, unit);
  index<D> place = cut.coordinates(rank);
  line.here = static_cast<std::size_t>(place[axis]);
  for (place[axis] = 0; place[axis] < cut.process_grid()[axis]; ++place[axis]) {
    line.ranks.push_back(cut.rank_at(place));
    const box<D> own = intersection(cut.part(line.ranks.back()), cells);
    line.owned.push_back(in_units({own.low[axis], own.high[axis]}, unit));
  }
  return line;
}

template <int D> bool is_first_behind(const decomposition<D>& cut, int rank, int axis) {
  if (rank >= cut.active_ranks()) return false;
  const index<D> place = cut.coordinates(rank);
  for (int a = axis + 1; a < D; ++a)
    if (place[a] != 0) return false;
  return true;
}

void send_nodes(const communicator& ranks, std::span<const std::byte> values, int rank) {
  ranks.send(values, rank, reduction_tag);
}

void receive_nodes(const communicator& ranks, std::span<std::byte> values, int rank) {
  ranks.receive(values, rank, reduction_tag);
}

void check_same_region(const communicator& ranks, const call_site& call, const std::string& cells) {
  check_same(ranks, call.text(), call.text() + "regions differ from rank to rank: ", cells);
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template reduction_line line_of(const decomposition<D>&, int, int, const box<D>&, std::int64_t);                     \
  template bool is_first_behind(const decomposition<D>&, int, int);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
