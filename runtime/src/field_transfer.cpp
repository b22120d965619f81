// SPDX-License-Identifier: MIT
// Fields of all ranks to and from one of them, by bytes.
#include <cstring>
#include <string>

#include "agreement.hpp"
#include "brick/field.hpp"

namespace brick::detail {

namespace {

constexpr int gather_tag = 32767; // the largest every MPI has; exchanges count theirs up from 0

/// Throws the same `error` on all ranks unless they name one rank and one box, which are there.
template <int D> void check_box(const grid<D>& on, const std::string& what, const box<D>& cells, int root) {
  check_same(on.state().runtime->halo, what, what + "ranks ask for different things: ",
             "cells " + to_string(cells.low) + " to " + to_string(cells.high) + " of rank " + std::to_string(root));
  const int size = on.world().size();
  if (root < 0 || root >= size)
    throw error(what + "there is no rank " + std::to_string(root) + " among " + std::to_string(size));
  if (intersection(cells, {{}, on.cells()}) != cells)
    throw error(what + "cells " + to_string(cells.low) + " to " + to_string(cells.high) + " are not all among the " +
                to_string(on.cells()) + " of the domain");
}

/// Calls `copy(position, length)` for the rows of a part of a box: where they begin in it, in row-major order.
template <int D, class Copy> void for_each_row_of(const box<D>& part, const box<D>& cells, const Copy& copy) {
  for_each_row(part, [&](const index<D>& row) {
    copy(static_cast<std::size_t>(position_in<D>(cells, row)), static_cast<std::size_t>(shape(part)[D - 1]));
  });
}

/// Calls `copy(in_block, stored, bytes)` for rows of own cells: where they are in a row-major block of the cells of
/// `block`, and in a storage, in bytes. By all threads if they are many.
template <int D, class Copy>
void for_each_own_row(const grid<D>& on, const box<D>& part, const box<D>& block, std::size_t element_bytes,
                      int interleaved, const Copy& copy) {
  const std::int64_t slabs = part.high[0] - part.low[0];
  const int threads = threads_for(volume(part), on.threads());
  parallel(threads, [&](int thread) {
    const auto [first, last] = share(slabs, thread, threads);
    box<D> slab = part;
    slab.low[0] = part.low[0] + first;
    slab.high[0] = part.low[0] + last;
    on.for_each_piece(slab, interleaved, [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
      copy(position_in<D>(block, cell) * element_bytes, offset * element_bytes, length * element_bytes);
    });
  });
}

} // namespace

template <int D>
void gather(const grid<D>& on, const box<D>& cells, const const_stored_cells& own, int root,
            const allocation& allocate) {
  const communicator& world = on.state().runtime->halo;
  const bool is_root = world.rank() == root;
  check_box(on, "gather: ", cells, root);
  const box<D> part = intersection(cells, on.own_cells());
  std::vector<std::byte> bytes; // that this rank sends, or the root receives
  std::span<std::byte> whole;
  together(world, "gather: ", [&] {
    if (is_root)
      whole = allocate(volume(cells));
    else
      bytes.resize(volume(part) * own.element_bytes);
  });
  std::byte* const to = is_root ? whole.data() : bytes.data();
  for_each_own_row(on, part, is_root ? cells : part, own.element_bytes, own.interleaved,
                   [&](std::size_t in_block, std::size_t stored, std::size_t length) {
                     std::memcpy(to + in_block, own.data + stored, length);
                   });
  if (!is_root) {
    world.send(bytes, root, gather_tag);
    return;
  }
  for (int rank = 0; rank < on.decomposition().active_ranks(); ++rank) {
    if (rank == root) continue;
    const box<D> theirs = intersection(cells, on.decomposition().part(rank));
    bytes.resize(volume(theirs) * own.element_bytes);
    world.receive(bytes, rank, gather_tag);
    const std::byte* source = bytes.data();
    for_each_row_of(theirs, cells, [&](std::size_t position, std::size_t length) {
      std::memcpy(whole.data() + position * own.element_bytes, source, length * own.element_bytes);
      source += length * own.element_bytes;
    });
  }
}

template <int D>
void check_scatter(const grid<D>& on, const std::string& field, const box<D>& cells, std::size_t values, int root) {
  const communicator& world = on.state().runtime->halo;
  const std::string what = "field " + field + ": scatter: ";
  check_box(on, what, cells, root);
  together(world, what, [&] {
    if (world.rank() == root && values != static_cast<std::size_t>(volume(cells)))
      throw error(std::to_string(values) + " values for " + to_string(shape(cells)) + " cells");
  });
}

template <int D>
void scatter(const grid<D>& on, const box<D>& cells, std::span<const std::byte> values, const stored_cells& own,
             int root) {
  const communicator& world = on.state().runtime->halo;
  const bool is_root = world.rank() == root;
  const box<D> part = intersection(cells, on.own_cells());
  const auto part_of = [&](int rank) { return intersection(cells, on.decomposition().part(rank)); };
  std::vector<std::byte> bytes; // that the root sends, or this rank receives
  together(world, "scatter: ", [&] {
    if (!is_root) return bytes.resize(volume(part) * own.element_bytes);
    for (int rank = 0; rank < on.decomposition().active_ranks(); ++rank)
      if (rank != root) bytes.reserve(volume(part_of(rank)) * own.element_bytes);
  });
  if (is_root) {
    for (int rank = 0; rank < on.decomposition().active_ranks(); ++rank) {
      if (rank == root) continue;
      const box<D> theirs = part_of(rank);
      bytes.resize(volume(theirs) * own.element_bytes);
      std::byte* next = bytes.data();
      for_each_row_of(theirs, cells, [&](std::size_t position, std::size_t length) {
        std::memcpy(next, values.data() + position * own.element_bytes, length * own.element_bytes);
        next += length * own.element_bytes;
      });
      world.send(bytes, rank, gather_tag);
    }
  } else {
    world.receive(bytes, root, gather_tag);
  }
  const std::byte* const from = is_root ? values.data() : bytes.data();
  for_each_own_row(on, part, is_root ? cells : part, own.element_bytes, own.interleaved,
                   [&](std::size_t in_block, std::size_t stored, std::size_t length) {
                     std::memcpy(own.data + stored, from + in_block, length);
                   });
}

template <int D> int owner_of(const grid<D>& on, const std::string& field, const index_argument<D>& cell) {
  const std::string what = "field " + field + ": value: ";
  check_same(on.state().runtime->halo, what, what + "ranks ask for different cells: ", to_string(cell));
  if (!contains(box<D>{{}, on.cells()}, cell))
    throw error(what + "cell " + to_string(cell) + " is not among the " + to_string(on.cells()) + " of the domain");
  int owner = 0;
  while (!contains(on.decomposition().part(owner), cell))
    ++owner;
  return owner;
}

template <int D> void check_extents(const grid<D>& on, const std::string& what, const index_argument<D>& extents) {
  together(on.state().runtime->halo, what, [&] {
    if (extents != shape(on.own_cells()) && (product(extents) > 0 || !empty(on.own_cells())))
      throw error("a view of " + to_string(extents) + " elements for the " + to_string(shape(on.own_cells())) +
                  " cells of this rank");
  });
}

#define BRICK_INSTANTIATE(D)                                                                                           \
  template void gather(const grid<D>&, const box<D>&, const const_stored_cells&, int, const allocation&);              \
  template void check_scatter(const grid<D>&, const std::string&, const box<D>&, std::size_t, int);                    \
  template void scatter(const grid<D>&, const box<D>&, std::span<const std::byte>, const stored_cells&, int);          \
  template int owner_of<D>(const grid<D>&, const std::string&, const index<D>&);                                       \
  template void check_extents<D>(const grid<D>&, const std::string&, const index<D>&);
BRICK_INSTANTIATE(1)
BRICK_INSTANTIATE(2)
BRICK_INSTANTIATE(3)
#undef BRICK_INSTANTIATE

} // namespace brick::detail
