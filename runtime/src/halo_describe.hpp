// SPDX-License-Identifier: MIT
// What a halo moves, as text.
#pragma once

#include <string>

#include "halo_side.hpp"

namespace brick::detail {

/// A line for the halo and one for each of its pieces, from the first on; bytes from the start of an array or message.
/// A send by maximal_block that has been checked has a line for each segment instead, from array to array. After `most`
/// lines it says how many more there are.
[[nodiscard]] std::string describe(const halo_side& side, std::size_t most);

} // namespace brick::detail
