// SPDX-License-Identifier: MIT
#include "brick/measured_costs.hpp"

#include <array>
#include <charconv>
#include <string_view>

#include "brick/error.hpp"
#include "machine_description.hpp"

namespace brick {

namespace {

struct cost_key {
  std::string_view name;
  double put_costs::* cost;
  bool of_copies; ///< the same on a node and between nodes
};

constexpr std::array keys{
    cost_key{"put-latency", &put_costs::latency, false},     cost_key{"put-overhead", &put_costs::put, false},
    cost_key{"put-byte", &put_costs::put_byte, false},       cost_key{"put-ahead", &put_costs::ahead, false},
    cost_key{"put-core-byte", &put_costs::core_byte, false}, cost_key{"copy-run", &put_costs::copy_run, true},
    cost_key{"copy-byte", &put_costs::copy_byte, true}};

constexpr std::string_view on_node = "node-";

double cost_of(const detail::machine_entry& entry) {
  const char* const end = entry.value.data() + entry.value.size();
  double cost = 0;
  const auto [stopped, failure] = std::from_chars(entry.value.data(), end, cost);
  if (failure != std::errc{} || stopped != end || !(cost >= 0))
    throw error(entry.where + " is " + entry.value + ", not a number from 0 on");
  return cost;
}

void adopt(measured_costs& costs, const detail::machine_entry& entry) {
  const std::string_view name = entry.key;
  const bool prefixed = name.starts_with(on_node);
  const std::string_view bare = prefixed ? name.substr(on_node.size()) : name;
  for (const cost_key& key : keys) {
    if (bare != key.name || (prefixed && key.of_copies)) continue;
    const double cost = cost_of(entry);
    if (!prefixed) costs.between_nodes.*key.cost = cost;
    if (prefixed || key.of_copies) costs.on_node.*key.cost = cost;
  }
}

} // namespace

measured_costs read_measured_costs() {
  measured_costs costs;
  for (const detail::machine_entry& entry : detail::read_machine_description())
    adopt(costs, entry);
  return costs;
}

} // namespace brick
