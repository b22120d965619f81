// SPDX-License-Identifier: MIT
// Read line by line: brick-probe writes one key a line, and no nested values.
#include "machine_description.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string_view>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

constexpr std::string_view blank = " \t\r";

std::string_view trimmed(std::string_view text) {
  const std::size_t first = text.find_first_not_of(blank);
  return first == text.npos ? "" : text.substr(first, text.find_last_not_of(blank) + 1 - first);
}

/// How the keys begin that brick-probe writes, but those that any file might have.
constexpr std::array key_starts{"cores", "copy-",   "operations-",     "put-",          "node-put-",
                                "pack-", "unpack-", "streaming-bytes", "threaded-bytes"};

bool is_of_a_machine(const machine_entry& entry) {
  return std::ranges::any_of(key_starts, [&](const char* start) { return entry.key.starts_with(start); });
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

} // namespace

std::vector<machine_entry> read_machine_description() {
  const char* named = variable("BRICK_MACHINE");
  const std::filesystem::path path = named ? std::filesystem::path(named) : default_file();
  std::vector<machine_entry> entries;
  std::ifstream file(path);
  if (!file && named) throw error("BRICK_MACHINE=" + path.string() + " cannot be read");
  for (std::string line; std::getline(file, line);) {
    const std::string_view text = std::string_view(line).substr(0, line.find('#'));
    const std::size_t colon = text.find(':');
    if (colon == text.npos) continue;
    const std::string key(trimmed(text.substr(0, colon)));
    entries.push_back({key, std::string(trimmed(text.substr(colon + 1))), path.string() + ": " + key});
  }
  if (file.bad() && named) throw error("BRICK_MACHINE=" + path.string() + " cannot be read");
  if (named && std::ranges::none_of(entries, is_of_a_machine))
    throw error("BRICK_MACHINE=" + path.string() + " is no description of a machine, such as brick-probe writes");
  return entries;
}

} // namespace brick::detail
