// The caches of the machine that brickc runs on. SPDX-License-Identifier: MIT
#include "compiler/plan/HostCaches.h"
#include <algorithm>
#include <hwloc.h>
#include <memory>

namespace brickc::plan {

std::int64_t hostFirstLevelBytes() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return 0;
  const std::unique_ptr<hwloc_topology, void (*)(hwloc_topology_t)> machine(raw, hwloc_topology_destroy);
  if (hwloc_topology_load(raw) != 0) return 0;
  std::int64_t smallest = 0;
  for (hwloc_obj_t cache = nullptr; (cache = hwloc_get_next_obj_by_type(raw, HWLOC_OBJ_L1CACHE, cache));) {
    const auto bytes = static_cast<std::int64_t>(cache->attr->cache.size);
    smallest = smallest == 0 ? bytes : std::min(smallest, bytes);
  }
  return smallest;
}

} // namespace brickc::plan
