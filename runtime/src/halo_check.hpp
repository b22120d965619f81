// SPDX-License-Identifier: MIT
// Whether the halos of all ranks fit together.
#pragma once

#include <memory>
#include <vector>

#include "halo_side.hpp"

namespace brick::detail {

using halo_sides = std::vector<std::unique_ptr<halo_side>>;

/// Throws the same `error` on all ranks where a send or receive with a fixed rank has no other side there, or one of
/// another length, or where halos that are not packed share elements with those that go the other way. `tag` (MPI's) is
/// used by no other message. Collective.
void check_halos(const communicator& ranks, int tag, const halo_sides& sends, const halo_sides& receives);

} // namespace brick::detail
