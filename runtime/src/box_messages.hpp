// SPDX-License-Identifier: MIT
// Boxes of cells that ranks send each other once, outside of a field's exchange.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/grid.hpp"
#include "brick/stored_cells.hpp"

namespace brick::detail {

/// Where an own or ghost cell of a field is.
template <int D> std::byte* address(const grid<D>& on, const stored_cells& field, const index<D>& cell) {
  return field.data + static_cast<std::size_t>(on.offset_of(cell, field.interleaved)) * field.element_bytes;
}

/// The cells of a box, own or ghost, row-major.
template <int D> std::vector<std::byte> copy_out(const grid<D>& on, const box<D>& cells, const stored_cells& field) {
  std::vector<std::byte> values(static_cast<std::size_t>(volume(cells)) * field.element_bytes);
  std::byte* next = values.data();
  for_each_in(cells, [&](const index<D>& cell) {
    std::memcpy(next, address<D>(on, field, cell), field.element_bytes);
    next += field.element_bytes;
  });
  return values;
}

/// The opposite.
template <int D>
void copy_in(const grid<D>& on, const box<D>& cells, const std::byte* values, const stored_cells& field) {
  for_each_in(cells, [&](const index<D>& cell) {
    std::memcpy(address<D>(on, field, cell), values, field.element_bytes);
    values += field.element_bytes;
  });
}

/// What one rank sends to a neighbour in a direction, and receives from there; directions are codes.
struct box_message {
  int rank;
  int direction;
  int opposite;
  std::vector<std::byte> sent;
  std::vector<std::byte> received; ///< of the right size
};

/// Sends and receives them all. Throws `error` where a box is more than MPI carries in one message.
void exchange_boxes(const communicator& ranks, std::vector<box_message>& messages);

} // namespace brick::detail
