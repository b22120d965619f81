// The caches of the machine that brickc runs on. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace brickc::plan {

/// Bytes of the smallest first-level data cache of its cores; 0 where hwloc does not know.
std::int64_t hostFirstLevelBytes();

} // namespace brickc::plan
