// SPDX-License-Identifier: MIT
#include "topology.hpp"

#include <algorithm>

namespace brick::detail {

namespace {

/// What one cache is good for. Where it seems to have more for each core than any processor has (48 MiB), there are
/// other cores that hwloc does not show, and what they run has its part: of the 480 MiB that two virtual cores of an
/// Intel Xeon see, fields of 100 MB and more are better off if they are taken for larger than the caches (measured,
/// docs/design.md).
std::int64_t usable_bytes(const topology& machine, hwloc_obj_t cache) {
  constexpr std::int64_t most_for_a_core = std::int64_t{96} << 20;
  const int cores = hwloc_get_nbobjs_inside_cpuset_by_type(machine.get(), cache->cpuset, HWLOC_OBJ_CORE);
  return std::min(static_cast<std::int64_t>(cache->attr->cache.size), std::max(cores, 1) * most_for_a_core);
}

process_caches find_caches(const topology& machine) {
  if (!machine) return {};
  process_caches found;
  if (const hwloc_obj_t own = hwloc_get_obj_by_type(machine.get(), HWLOC_OBJ_L2CACHE, 0))
    found.core = static_cast<std::int64_t>(own->attr->cache.size);
  found.last = std::max(found.core, last_cache_bytes(machine, current_mask(machine).get()));
  return found;
}

} // namespace

topology load_topology() {
  hwloc_topology_t raw = nullptr;
  if (hwloc_topology_init(&raw) != 0) return nullptr;
  topology result(raw);
  if (hwloc_topology_load(raw) != 0) return nullptr;
  return result;
}

bitmap current_mask(const topology& machine) {
  bitmap mask(hwloc_bitmap_alloc());
  if (hwloc_get_cpubind(machine.get(), mask.get(), HWLOC_CPUBIND_PROCESS) != 0)
    hwloc_bitmap_copy(mask.get(), hwloc_topology_get_allowed_cpuset(machine.get()));
  return mask;
}

std::int64_t last_cache_bytes(const topology& machine, hwloc_const_bitmap_t cores) {
  for (const hwloc_obj_type_t level : {HWLOC_OBJ_L3CACHE, HWLOC_OBJ_L2CACHE}) {
    std::int64_t bytes = 0;
    for (hwloc_obj_t cache = nullptr; (cache = hwloc_get_next_obj_by_type(machine.get(), level, cache));)
      if (hwloc_bitmap_intersects(cache->cpuset, cores)) bytes += usable_bytes(machine, cache);
    if (bytes > 0) return bytes;
  }
  return 0;
}

const process_caches& caches(const topology& known) {
  static const process_caches found = known ? find_caches(known) : find_caches(load_topology());
  return found;
}

} // namespace brick::detail
