// SPDX-License-Identifier: MIT
// What hwloc knows of the machine: its cores and caches.
#pragma once

#include <cstdint>
#include <memory>

#include <hwloc.h>

namespace brick::detail {

struct bitmap_free {
  void operator()(hwloc_bitmap_t bitmap) const { hwloc_bitmap_free(bitmap); }
};
using bitmap = std::unique_ptr<hwloc_bitmap_s, bitmap_free>;

struct topology_destroy {
  void operator()(hwloc_topology_t topology) const { hwloc_topology_destroy(topology); }
};
using topology = std::unique_ptr<hwloc_topology, topology_destroy>;

/// Empty where the system does not let itself be looked at. Takes a millisecond on two cores.
topology load_topology();

/// Where the process may run now; everywhere when the system does not say.
bitmap current_mask(const topology& machine);

/// The bytes of the caches in front of memory that one of these cores has, all together; 0 where hwloc does not know.
/// Of a cache that cores share which hwloc does not show, as in a virtual machine, 96 MiB for each core that it shows.
std::int64_t last_cache_bytes(const topology& machine, hwloc_const_bitmap_t cores);

/// What this process has of the caches, in bytes.
struct process_caches {
  std::int64_t core = std::int64_t{1} << 20; ///< a core's own second-level cache
  std::int64_t last = core;                  ///< those in front of memory, of the cores where it may run
};

/// As hwloc knows them when this is called first, from `known` or else loaded for it. What the C library says of the
/// last cache (sysconf) may be ten times as much as there is in a virtual machine.
const process_caches& caches(const topology& known = nullptr);

} // namespace brick::detail
