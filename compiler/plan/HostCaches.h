// The caches of the machine that brickc runs on. SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace brickc::plan {

/// Bytes of a core's own data caches; 0 where they are not known.
struct CoreCaches {
  std::int64_t firstLevel = 0;
  std::int64_t secondLevel = 0;
};

/// Of each level the smallest among the machine's cores; 0 where hwloc does not know.
CoreCaches hostCaches();

} // namespace brickc::plan
