// SPDX-License-Identifier: MIT
// The command line that all examples share, so that each program is about its physics only.
//
// What runs once and is long is marked as cold: compilers then make it small, which takes them less time.
#pragma once

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>

#include <brick/brick.hpp>

namespace examples {

/// What the user asked for. A program gives its defaults in the first members.
template <int D> struct options {
  brick::index<D> cells{};        ///< --cells=AxBxC: cells per axis
  std::int64_t steps = 100;       ///< --steps=N
  bool has_float = false;         ///< whether the program offers --float
  bool single_precision = false;  ///< --float
  bool check = false;             ///< --check: compare with exact solutions instead of simulating
  bool metrics = false;           ///< --metrics: print where the time went
  std::string out{};              ///< --out=FILE: raw dump of the final fields
  std::string png{};              ///< --png=FILE: picture of the final field
  std::optional<int> exit_code{}; ///< set when the program should end now: 0 after --help, 2 after a bad option
};

/// A size as words: "17x24x40".
template <std::size_t D> [[gnu::cold]] std::string to_string(const std::array<std::int64_t, D>& cells) {
  std::string text = std::to_string(cells[0]);
  for (std::size_t axis = 1; axis < D; ++axis)
    text += "x" + std::to_string(cells[axis]);
  return text;
}

namespace detail {

struct usage_error : std::runtime_error {
  using std::runtime_error::runtime_error;
};

inline std::int64_t parse_integer(std::string_view text, std::int64_t least, const std::string& option) {
  std::int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, status] = std::from_chars(text.data(), end, value);
  if (status != std::errc() || stop != end || value < least)
    throw usage_error(option + ": '" + std::string(text) + "' is not an integer of at least " + std::to_string(least));
  return value;
}

template <int D> brick::index<D> parse_cells(std::string_view text, const std::string& option) {
  if (std::count(text.begin(), text.end(), 'x') != D - 1)
    throw usage_error(option + ": give " + std::to_string(D) + (D > 1 ? " numbers with an x between them" : " number"));
  brick::index<D> cells{};
  for (int axis = 0; axis < D; ++axis) {
    const std::size_t end = std::min(text.find('x'), text.size());
    cells[axis] = parse_integer(text.substr(0, end), 1, option);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return cells;
}

inline std::string file_name(std::string_view text, const std::string& option) {
  if (text.empty()) throw usage_error(option + ": the file name is missing");
  return std::string(text);
}

template <int D> [[gnu::cold]] void parse_option(const std::string& option, options<D>& result) {
  const std::size_t split = option.find('=');
  const std::string name = option.substr(0, split);
  const auto value = [&] {
    if (split == std::string::npos) throw usage_error(option + " takes a value, as in " + option + "=...");
    return std::string_view(option).substr(split + 1);
  };

  if (name == "--cells")
    result.cells = parse_cells<D>(value(), option);
  else if (name == "--steps")
    result.steps = parse_integer(value(), 0, option);
  else if (name == "--out")
    result.out = file_name(value(), option);
  else if (name == "--png" && D > 1)
    result.png = file_name(value(), option);
  else if (option == "--check")
    result.check = true;
  else if (option == "--metrics")
    result.metrics = true;
  else if (option == "--float" && result.has_float)
    result.single_precision = true;
  else
    throw usage_error("unknown option '" + option + "'");
}

template <int D> void print_usage(std::FILE* file, const char* program, const options<D>& defaults) {
  std::fprintf(file,
               "usage: %s [options]\n"
               "  --cells=%s  cells per axis, last axis contiguous\n"
               "  --steps=%s  time steps or iterations\n%s"
               "  --check  compare with exact solutions at several sizes; exit code 1 on failure\n"
               "  --out=FILE  write the final fields, row-major, raw little-endian\n%s"
               "  --metrics  print where the time went\n",
               program, to_string(defaults.cells).c_str(), std::to_string(defaults.steps).c_str(),
               defaults.has_float ? "  --float  compute in single precision\n" : "",
               D > 1 ? "  --png=FILE  write a picture of the final field\n" : "");
}

} // namespace detail

/// Reads the command line. On `--help` and on errors rank 0 prints why and `exit_code` is set.
template <int D>
options<D> parse_options(const brick::runtime& runtime, int argc, char** argv, const options<D>& defaults) {
  options<D> result = defaults;
  try {
    for (int i = 1; i < argc; ++i) {
      if (std::string_view(argv[i]) == "--help") {
        if (runtime.rank() == 0) detail::print_usage(stdout, argv[0], defaults);
        result.exit_code = 0;
        return result;
      }
      detail::parse_option(argv[i], result);
    }
  } catch (const detail::usage_error& error) {
    if (runtime.rank() == 0) {
      std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
      detail::print_usage(stderr, argv[0], defaults);
    }
    result.exit_code = 2;
  }
  return result;
}

} // namespace examples
