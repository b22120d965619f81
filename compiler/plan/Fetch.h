// How sweeps fetch what they will read. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/ir/Module.h"
#include "compiler/plan/Plan.h"
#include <cstdint>
#include <vector>

namespace brickc::plan {

/// Whether a first-level cache of that size (bytes; 0: not known) has room for bricks that are read later.
bool holdsBricksAhead(std::int64_t firstLevelBytes);

/// Into the first-level cache where that has room, or where so much is computed with each line that few requests are
/// under way at once. `lanes`: elements of a vector.
Fetch fetchOf(const ir::Stencil& stencil, const std::vector<int>& brick, int lanes, std::int64_t firstLevelBytes);

} // namespace brickc::plan
