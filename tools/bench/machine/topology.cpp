// What hwloc knows of this machine: three lines, the processor's name, the cores that this process may use, and the
// bytes of the data caches above the first of them, first level first.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <hwloc.h>

int main() {
  hwloc_topology_t topology;
  if (hwloc_topology_init(&topology) != 0 || hwloc_topology_load(topology) != 0)
    return std::fprintf(stderr, "topology: hwloc cannot read this machine\n"), 1;
  const char* model = hwloc_obj_get_info_by_name(hwloc_get_root_obj(topology), "CPUModel");
  if (const hwloc_obj_t package = hwloc_get_obj_by_type(topology, HWLOC_OBJ_PACKAGE, 0); !model && package)
    model = hwloc_obj_get_info_by_name(package, "CPUModel");
  std::printf("%s\n%d\n", model ? model : "unknown", hwloc_get_nbobjs_by_type(topology, HWLOC_OBJ_CORE));
  for (hwloc_obj_t above = hwloc_get_obj_by_type(topology, HWLOC_OBJ_CORE, 0); above; above = above->parent)
    if (hwloc_obj_type_is_dcache(above->type))
      std::printf("%llu ", static_cast<unsigned long long>(above->attr->cache.size));
  std::printf("\n");
  hwloc_topology_destroy(topology);
}
