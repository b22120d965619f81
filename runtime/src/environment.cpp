// SPDX-License-Identifier: MIT
// The table of environment variables and their checked values.
#include "brick/environment.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <utility>

#include <unistd.h>

#include "brick/error.hpp"

namespace brick {

namespace {

constexpr std::array table{
    environment_variable{"BRICK_THREADS", "a positive number",
                         "threads of each rank; default: OMP_NUM_THREADS, else the cores a rank may use, shared fairly "
                         "among the ranks of a node"},
    environment_variable{
        "BRICK_THREADS_FROM", "a number",
        "work of a sweep, in words of 8 bytes and vector operations, that threads are worth; what is less is "
        "done by one; default: 100000"},
    environment_variable{"BRICK_EXCHANGE",
                         "shared, shared-layout, memmap, layout, memmap-put, layout-put, shift, basic",
                         "how ghost zones of brick grids travel, instead of what the plan says"},
    environment_variable{"BRICK_PAGE_BYTES", "a multiple of the system's page size",
                         "page size that shared, memmap and shift lay surface regions out for; default: the system's; "
                         "multiples of 2 MiB ask for huge pages"},
    environment_variable{
        "BRICK_MACHINE", "a file",
        "what brick-probe has measured of this machine; default: brick/machine.yaml in the cache folder"},
    environment_variable{"BRICK_METRICS", "a file",
                         "where to write, when the program ends, where its time went: runtime.metrics() as JSON; "
                         "default: nowhere"},
    environment_variable{
        "BRICK_STREAM", "auto, on, off",
        "fetching bricks ahead and writing past the caches; auto: where a sweep's fields are larger than these, "
        "or, where they are about as large, the faster way"},
    environment_variable{
        "BRICK_CHECK", "on, off",
        "whether ranks compare the stencil, scalars, tables and region of each apply and reduce, which must be "
        "the same; slow; default: off"},
    environment_variable{"BRICK_TIMEOUT", "seconds, 0 for no limit",
                         "how long a rank waits for others before the job ends with an error; default: 600"},
    environment_variable{"BRICK_PROGRESS", "auto, on, off",
                         "progress line of long runs on standard error; auto: only on a terminal"},
};

std::optional<std::string> value_of(std::string_view name) {
  const char* value = std::getenv(std::string(name).c_str());
  if (!value || !*value) return std::nullopt;
  return value;
}

[[noreturn]] void refuse(std::string_view name, const std::string& value, const std::string& accepted) {
  throw error(std::string(name) + "=" + value + " is not accepted; it takes " + accepted);
}

/// How many letters must be put in, left out or changed to make one word the other (Levenshtein).
std::size_t edit_distance(std::string_view from, std::string_view to) {
  std::vector<std::size_t> row(to.size() + 1);
  for (std::size_t j = 0; j <= to.size(); ++j)
    row[j] = j;
  for (std::size_t i = 1; i <= from.size(); ++i) {
    std::size_t diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= to.size(); ++j) {
      const std::size_t changed = diagonal + (from[i - 1] == to[j - 1] ? 0 : 1);
      diagonal = std::exchange(row[j], std::min({changed, row[j] + 1, row[j - 1] + 1}));
    }
  }
  return row.back();
}

} // namespace

std::span<const environment_variable> environment_table() { return table; }

std::string environment_help() {
  std::string text;
  for (const environment_variable& variable : table) {
    text += std::string(variable.name) + "  (" + std::string(variable.values) + ")\n";
    text += "    " + std::string(variable.help) + "\n";
  }
  return text;
}

namespace detail {

std::optional<std::string> environment_choice(std::string_view name, std::span<const std::string_view> accepted) {
  const std::optional<std::string> value = value_of(name);
  if (!value) return std::nullopt;
  std::string list;
  for (std::string_view choice : accepted) {
    if (*value == choice) return value;
    list += (list.empty() ? "" : ", ") + std::string(choice);
  }
  refuse(name, *value, list);
}

std::optional<std::int64_t> environment_integer(std::string_view name, std::int64_t least, std::int64_t most) {
  const std::optional<std::string> value = value_of(name);
  if (!value) return std::nullopt;
  std::int64_t number = 0;
  const char* end = value->data() + value->size();
  const auto [stopped, failure] = std::from_chars(value->data(), end, number);
  if (failure != std::errc{} || stopped != end || number < least || number > most)
    refuse(name, *value, "a whole number from " + std::to_string(least) + " to " + std::to_string(most));
  return number;
}

std::vector<std::string> misspelled_environment() {
  constexpr std::size_t few = 2; // letters
  std::vector<std::string> found;
  for (char** entry = ::environ; entry && *entry; ++entry) {
    const std::string_view name = std::string_view(*entry).substr(0, std::string_view(*entry).find('='));
    if (!name.starts_with("BRICK_") || std::ranges::count(table, name, &environment_variable::name)) continue;
    const auto meant = std::ranges::find_if(
        table, [&](const environment_variable& known) { return edit_distance(name, known.name) <= few; });
    if (meant != table.end())
      found.push_back("the environment has " + std::string(name) + ", which says nothing; did you mean " +
                      std::string(meant->name) + "?");
  }
  return found;
}

} // namespace detail

} // namespace brick
