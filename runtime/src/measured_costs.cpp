// SPDX-License-Identifier: MIT
// Costs are looked up by their keys, line by line: brick-probe writes no nested values, and other keys are brickc's.
#include "brick/measured_costs.hpp"

#include <array>
#include <charconv>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "brick/error.hpp"

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

constexpr std::string_view on_node = "node-", blank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blank);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(blank) + 1 - first);
}

/// The variable's value; null if it is unset or empty.
const char* variable(const char* name) {
  const char* value = std::getenv(name);
  return value && *value ? value : nullptr;
}

std::filesystem::path default_file() {
  if (const char* cache = variable("XDG_CACHE_HOME")) return std::filesystem::path(cache) / "brick" / "machine.yaml";
  const char* home = variable("HOME");
  return std::filesystem::path(home ? home : "/") / ".cache" / "brick" / "machine.yaml";
}

double cost_of(std::string_view value, const std::string& where) {
  double cost = 0;
  const auto [stopped, failure] = std::from_chars(value.data(), value.data() + value.size(), cost);
  if (failure != std::errc{} || stopped != value.data() + value.size() || !(cost >= 0))
    throw error(where + " is " + std::string(value) + ", not a number from 0 on");
  return cost;
}

void adopt(measured_costs& costs, std::string_view name, std::string_view value, const std::string& file) {
  const bool prefixed = name.starts_with(on_node);
  const std::string_view bare = prefixed ? name.substr(on_node.size()) : name;
  for (const cost_key& key : keys) {
    if (bare != key.name || (prefixed && key.of_copies)) continue;
    const double cost = cost_of(value, file + ": " + std::string(name));
    if (!prefixed) costs.between_nodes.*key.cost = cost;
    if (prefixed || key.of_copies) costs.on_node.*key.cost = cost;
  }
}

} // namespace

measured_costs read_measured_costs() {
  const char* named = variable("BRICK_MACHINE");
  const std::filesystem::path path = named ? std::filesystem::path(named) : default_file();
  measured_costs costs;
  std::ifstream file(path);
  if (!file && named) throw error("BRICK_MACHINE=" + path.string() + " cannot be read");
  for (std::string line; std::getline(file, line);) {
    const std::string_view text = std::string_view(line).substr(0, line.find('#'));
    if (const std::size_t colon = text.find(':'); colon != text.npos)
      adopt(costs, trimmed(text.substr(0, colon)), trimmed(text.substr(colon + 1)), path.string());
  }
  if (file.bad() && named) throw error("BRICK_MACHINE=" + path.string() + " cannot be read");
  return costs;
}

} // namespace brick
