// SPDX-License-Identifier: MIT
// The environment variables of brick: one table of all of them, and reading one with its value checked. Free of MPI, so
// that brickc prints the same table.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace brick {

/// One variable, what may stand in it, and what it does.
struct environment_variable {
  std::string_view name;
  std::string_view values;
  std::string_view help;
};

/// All variables, in the order a help text lists them.
[[nodiscard]] std::span<const environment_variable> environment_table();

/// The table as text, one entry a paragraph.
[[nodiscard]] std::string environment_help();

namespace detail {

/// The value of `name`; empty when unset or empty. Throws `error` unless it is one of `accepted`.
std::optional<std::string> environment_choice(std::string_view name, std::span<const std::string_view> accepted);

/// The value of `name` as a whole number from `least` to `most`; throws `error` when it is anything else.
std::optional<std::int64_t> environment_integer(std::string_view name, std::int64_t least, std::int64_t most);

/// For each variable of the environment whose name is nearly one of the table's, a text that says so.
[[nodiscard]] std::vector<std::string> misspelled_environment();

} // namespace detail

} // namespace brick
