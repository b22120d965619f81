// The caches of the machine that brickc runs on. SPDX-License-Identifier: MIT
#include "compiler/plan/HostCaches.h"
#include "runtime/src/topology.hpp"
#include <algorithm>

namespace brickc::plan {
namespace {

std::int64_t smallestCache(hwloc_topology_t machine, hwloc_obj_type_t level) {
  std::int64_t smallest = 0;
  for (hwloc_obj_t cache = nullptr; (cache = hwloc_get_next_obj_by_type(machine, level, cache));) {
    const auto bytes = static_cast<std::int64_t>(cache->attr->cache.size);
    smallest = smallest == 0 ? bytes : std::min(smallest, bytes);
  }
  return smallest;
}

} // namespace

CoreCaches hostCaches() {
  const brick::detail::topology machine = brick::detail::load_topology();
  if (!machine) return {};
  return {smallestCache(machine.get(), HWLOC_OBJ_L1CACHE), smallestCache(machine.get(), HWLOC_OBJ_L2CACHE)};
}

} // namespace brickc::plan
