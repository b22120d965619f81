// SPDX-License-Identifier: MIT
#include "topology.hpp"

#include <gtest/gtest.h>

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

} // namespace
