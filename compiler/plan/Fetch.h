// How sweeps fetch what they will read. SPDX-License-Identifier: MIT
#pragma once

#include "compiler/plan/Plan.h"
#include <cstdint>

namespace brickc::plan {

/// Into the first-level cache where that has room for bricks that are read later. `firstLevelBytes`: of a core's data
/// cache, 0 where that is not known.
Fetch fetchFor(std::int64_t firstLevelBytes);

} // namespace brickc::plan
