// The caches of the machine that brickc runs on. SPDX-License-Identifier: MIT
#include "compiler/plan/HostCaches.h"
#include "runtime/src/topology.hpp"
#include <algorithm>

namespace brickc::plan {

std::int64_t hostFirstLevelBytes() {
  const brick::detail::topology machine = brick::detail::load_topology();
  if (!machine) return 0;
  std::int64_t smallest = 0;
  for (hwloc_obj_t cache = nullptr; (cache = hwloc_get_next_obj_by_type(machine.get(), HWLOC_OBJ_L1CACHE, cache));) {
    const auto bytes = static_cast<std::int64_t>(cache->attr->cache.size);
    smallest = smallest == 0 ? bytes : std::min(smallest, bytes);
  }
  return smallest;
}

} // namespace brickc::plan
