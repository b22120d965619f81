// SPDX-License-Identifier: MIT
// Fair shares of a node's cores, from the ranks' affinity masks (hwloc).
#include "affinity.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "brick/error.hpp"
#include "brick/parallel.hpp"
#include "topology.hpp"

namespace brick::detail {

namespace {

std::string to_text(const bitmap& set) {
  char* raw = nullptr;
  if (hwloc_bitmap_asprintf(&raw, set.get()) < 0) throw error("hwloc_bitmap_asprintf failed");
  const std::unique_ptr<char, decltype(&std::free)> text(raw, &std::free);
  return text.get();
}

/// The `share`-th of `shares` consecutive pieces of `set`, which has at least one unit for each.
bitmap piece_of(hwloc_const_bitmap_t set, int share_number, int shares) {
  const auto [first, last] = share(hwloc_bitmap_weight(set), share_number, shares);
  bitmap piece(hwloc_bitmap_alloc());
  std::int64_t position = 0;
  for (int unit = hwloc_bitmap_first(set); unit != -1; unit = hwloc_bitmap_next(set, unit), ++position)
    if (position >= first && position < last) hwloc_bitmap_set(piece.get(), static_cast<unsigned>(unit));
  return piece;
}

/// Cores chosen for this process, if it had to be moved. Written once, before the first parallel region.
struct chosen_cores {
  topology machine;
  bitmap mask;
};
chosen_cores& chosen() {
  static chosen_cores cores;
  return cores;
}

int move_to_share(topology machine, const communicator& node) {
  const hwloc_const_bitmap_t allowed = hwloc_topology_get_allowed_cpuset(machine.get());
  chosen().mask = piece_of(allowed, node.rank(), node.size());
  chosen().machine = std::move(machine);
  hwloc_set_cpubind(chosen().machine.get(), chosen().mask.get(), HWLOC_CPUBIND_PROCESS); // a wish, not a need
  return hwloc_bitmap_weight(chosen().mask.get());
}

int fair_threads(topology machine, const communicator& node) {
  const bitmap mask = current_mask(machine);
  const std::vector<std::string> masks = node.all_gather(to_text(mask));
  const std::string& own = masks[node.rank()];
  const int sharers = static_cast<int>(std::count(masks.begin(), masks.end(), own));
  const int place = static_cast<int>(std::count(masks.begin(), masks.begin() + node.rank(), own));
  const int units = hwloc_bitmap_weight(mask.get());
  const bool crowded = node.max(sharers > units) > 0;
  if (crowded && hwloc_bitmap_weight(hwloc_topology_get_allowed_cpuset(machine.get())) >= node.size())
    return move_to_share(std::move(machine), node);
  const auto [first, last] = share(units, place, sharers);
  return std::max(1, static_cast<int>(last - first));
}

} // namespace

node_share share_of_node(const communicator& node) {
  topology machine = load_topology();
  if (node.max(machine ? 0 : 1) > 0) return {};
  (void)caches(machine); // so that it is not loaded once more
  const std::int64_t all = last_cache_bytes(machine, hwloc_topology_get_allowed_cpuset(machine.get()));
  const auto own = static_cast<std::size_t>(all / node.size());
  return {fair_threads(std::move(machine), node), own};
}

void bind_this_thread() {
  thread_local bool done = false;
  if (done || !chosen().mask) return;
  done = true;
  hwloc_set_cpubind(chosen().machine.get(), chosen().mask.get(), HWLOC_CPUBIND_THREAD);
}

} // namespace brick::detail
