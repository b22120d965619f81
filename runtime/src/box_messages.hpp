// SPDX-License-Identifier: MIT
// Boxes of cells that ranks send each other once, outside of a field's exchange.
#pragma once

#include <cstddef>
#include <cstring>
#include <vector>

#include "brick/communicator.hpp"
#include "brick/grid.hpp"

namespace brick::detail {

/// The cells of a box, own or ghost, row-major.
template <int D>
std::vector<std::byte> copy_out(const grid<D>& on, const box<D>& cells, const std::byte* storage,
                                std::size_t element_bytes) {
  std::vector<std::byte> values(static_cast<std::size_t>(volume(cells)) * element_bytes);
  std::byte* next = values.data();
  for_each_in(cells, [&](const index<D>& cell) {
    std::memcpy(next, storage + static_cast<std::size_t>(on.offset_of(cell)) * element_bytes, element_bytes);
    next += element_bytes;
  });
  return values;
}

/// The opposite.
template <int D>
void copy_in(const grid<D>& on, const box<D>& cells, const std::byte* values, std::byte* storage,
             std::size_t element_bytes) {
  for_each_in(cells, [&](const index<D>& cell) {
    std::memcpy(storage + static_cast<std::size_t>(on.offset_of(cell)) * element_bytes, values, element_bytes);
    values += element_bytes;
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
