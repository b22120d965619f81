// SPDX-License-Identifier: MIT
// Boxes of cells that travel across one side of a part, and the messages and copies they become; shared by the two
// layouts.
#pragma once

#include <algorithm>
#include <vector>

#include "brick/decomposition.hpp"
#include "brick/direction.hpp"
#include "brick/transfer.hpp"

namespace brick::detail {

/// The own cells a neighbour in `direction` needs: `halo` deep on the axes it is not 0 on.
template <int D>
box<D> sent_cells(const box<D>& own, const index_argument<D>& halo, const index_argument<D>& direction) {
  box<D> result = own;
  for (int a = 0; a < D; ++a) {
    if (direction[a] > 0) result.low[a] = own.high[a] - halo[a];
    if (direction[a] < 0) result.high[a] = own.low[a] + halo[a];
  }
  return result;
}

/// The ghost cells in `direction`, beyond the own cells.
template <int D>
box<D> ghost_cells(const box<D>& own, const index_argument<D>& halo, const index_argument<D>& direction) {
  box<D> result = own;
  for (int a = 0; a < D; ++a) {
    if (direction[a] > 0) result.low[a] = own.high[a], result.high[a] = own.high[a] + halo[a];
    if (direction[a] < 0) result.low[a] = own.low[a] - halo[a], result.high[a] = own.low[a];
  }
  return result;
}

/// The direction in which a place lies from a box, 0 on the axes along which it is inside.
template <int D> index<D> direction_towards(const box<D>& from, const index<D>& place) {
  index<D> direction{};
  for (int a = 0; a < D; ++a)
    direction[a] = place[a] < from.low[a] ? -1 : place[a] >= from.high[a] ? 1 : 0;
  return direction;
}

/// Whether a direction leaves the part only along the given axes.
template <std::size_t D>
bool only_along(const std::array<std::int64_t, D>& direction, const std::array<bool, D>& axes) {
  for (std::size_t a = 0; a < D; ++a)
    if (direction[a] && !axes[a]) return false;
  return true;
}

/// Copies between two lists of pieces with the same bytes in the same order.
inline std::vector<local_copy> copies_between(const std::vector<extent>& from, const std::vector<extent>& to) {
  std::vector<local_copy> result;
  std::size_t i = 0, j = 0;
  std::int64_t read = 0, written = 0; // of pieces i and j
  while (i < from.size() && j < to.size()) {
    const std::int64_t length = std::min(from[i].length - read, to[j].length - written);
    result.push_back({from[i].offset + read, to[j].offset + written, length});
    if ((read += length) == from[i].length) ++i, read = 0;
    if ((written += length) == to[j].length) ++j, written = 0;
  }
  return result;
}

/// Where the messages of one direction after the other go.
struct box_messages {
  std::vector<message>& sends;
  std::vector<message>& recvs;
  std::vector<local_copy>& copies;
  int first_tag;
  bool wrap_in_place; ///< copies, not messages, where the neighbour is this rank
};

/// Adds what crosses one side: the cells sent in `direction` and the ghost cells received from it.
/// `pieces(box)` gives the bytes of a box of cells in row-major order of the cells.
template <int D, class Pieces>
void add_side(const box_messages& to, const decomposition<D>& cut, int rank, const index_argument<D>& direction,
              const Pieces& pieces) {
  const int neighbour = cut.neighbour(rank, direction);
  if (neighbour < 0) return;
  const box<D> own = cut.part(rank);
  const auto ghosts = pieces(ghost_cells(own, cut.halo(), direction));
  if (neighbour == rank && to.wrap_in_place) {
    for (const local_copy& c : copies_between(pieces(sent_cells(own, cut.halo(), opposite(direction))), ghosts))
      to.copies.push_back(c);
    return;
  }
  const int tag = to.first_tag + direction_code(direction);
  const int tag_back = to.first_tag + direction_code(opposite(direction));
  to.sends.push_back({neighbour, tag, true, pieces(sent_cells(own, cut.halo(), direction))});
  to.recvs.push_back({neighbour, tag_back, true, ghosts});
}

} // namespace brick::detail
