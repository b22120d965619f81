// SPDX-License-Identifier: MIT
// A field's storage for code that does not know the type of its elements.
#pragma once

#include <cstddef>

namespace brick::detail {

/// The cells of a field, counted as `field::offset_of` does from `data`.
struct stored_cells {
  std::byte* data;
  std::size_t element_bytes;
  int interleaved; ///< fields in the storage
};

/// The same, to be read only.
struct const_stored_cells {
  const std::byte* data;
  std::size_t element_bytes;
  int interleaved;
};

} // namespace brick::detail
