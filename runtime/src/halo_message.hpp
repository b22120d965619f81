// SPDX-License-Identifier: MIT
// Sends and receives of halos through MPI.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "halo_side.hpp"

namespace brick::detail {

/// Starts to send what is packed or, when nothing is packed, what is in `arrays`. `tag` is MPI's.
halo_operation_ptr start_message(const std::shared_ptr<halo_group>& group, halo_side& send, int rank, int tag,
                                 std::span<const halo_array> arrays);

/// Starts to receive; on completion the message is unpacked into `arrays`, unless there are none. The first message
/// from a rank is looked at before it is received, so that one of a wrong length can be named with both lengths.
halo_operation_ptr expect_message(const std::shared_ptr<halo_group>& group, halo_side& receive, int rank, int tag,
                                  std::span<const halo_array> arrays);

/// "halo receive 2 expects 80 bytes from rank 1, but the message has 72"
std::string wrong_length(const halo_side& receive, int rank, std::int64_t bytes);

} // namespace brick::detail
