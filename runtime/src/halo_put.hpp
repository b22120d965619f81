// SPDX-License-Identifier: MIT
// Messages that are put, one-sided: `maximal_block`, `packed_put`, `fixed_pipeline`, `superpipeline`.
#pragma once

#include <span>

#include "halo_side.hpp"

namespace brick::detail {

/// Starts to put the message of a send that is linked. What can be done at once is done by `advance`.
halo_operation_ptr start_put(halo_side& send, std::span<const halo_array> arrays);

/// Starts to wait for the message of a receive that is linked; it is unpacked as it arrives.
halo_operation_ptr expect_put(halo_side& receive, std::span<const halo_array> arrays);

/// The same for maximal_block, whose segments go from arrays to arrays.
halo_operation_ptr start_segments(halo_side& send, std::span<const halo_array> arrays);
halo_operation_ptr expect_segments(halo_side& receive, std::span<const halo_array> arrays);

} // namespace brick::detail
