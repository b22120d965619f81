// SPDX-License-Identifier: MIT
// A field's storage for code that does not know the type of its elements.
#pragma once

#include <cstddef>

namespace brick::detail {

/// The cells of a field, counted as `field::offset_of` does from `data`.
template <class Byte> struct basic_stored_cells {
  Byte* data;
  std::size_t element_bytes;
  int interleaved; ///< fields in the storage
};
using stored_cells = basic_stored_cells<std::byte>;
using const_stored_cells = basic_stored_cells<const std::byte>;

} // namespace brick::detail
