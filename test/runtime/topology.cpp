// SPDX-License-Identifier: MIT
#include "topology.hpp"

#include <gtest/gtest.h>
#include <string>

namespace {

using namespace brick::detail;

TEST(Topology, Caches) {
  const topology machine = load_topology();
  ASSERT_NE(machine, nullptr);
  const bitmap own = current_mask(machine), none(hwloc_bitmap_alloc());
  EXPECT_GT(hwloc_bitmap_weight(own.get()), 0);
  EXPECT_EQ(last_cache_bytes(machine, none.get()), 0);
  const std::int64_t of_all = last_cache_bytes(machine, hwloc_topology_get_allowed_cpuset(machine.get()));
  EXPECT_LE(last_cache_bytes(machine, own.get()), of_all);
  EXPECT_GT(caches().core, 0);
  EXPECT_GE(caches().last, caches().core);
  EXPECT_EQ(&caches(machine), &caches());
}

/// A machine of two cores and one last cache of so many MiB.
topology two_cores(int cache_mib) {
  hwloc_topology_t raw = nullptr;
  EXPECT_EQ(hwloc_topology_init(&raw), 0);
  topology machine(raw);
  const std::string bytes = std::to_string(std::int64_t{cache_mib} << 20);
  EXPECT_EQ(hwloc_topology_set_synthetic(raw, ("l3:1(size=" + bytes + ") l2:2 core:1 pu:1").c_str()), 0);
  EXPECT_EQ(hwloc_topology_load(raw), 0);
  return machine;
}

TEST(Topology, CachesThatUnseenCoresShare) {
  const auto last_mib = [](int cache_mib) {
    const topology machine = two_cores(cache_mib);
    return last_cache_bytes(machine, hwloc_topology_get_allowed_cpuset(machine.get())) >> 20;
  };
  EXPECT_EQ(last_mib(32), 32);
  EXPECT_EQ(last_mib(192), 192);
  EXPECT_EQ(last_mib(480), 192);
}

} // namespace
