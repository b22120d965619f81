// The command lines of the programs here.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/error.hpp>

#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>
#include <vector>

namespace bench {

/// A whole number, `least` or more. Throws `error`, with the line that tells how the program is used.
inline std::int64_t number(const std::string& word, std::int64_t least, const char* usage) {
  char* end = nullptr;
  const long long value = std::strtoll(word.c_str(), &end, 10);
  if (value < least || word.empty() || *end) throw brick::error("'" + word + "' is not accepted; " + usage);
  return value;
}

/// Extents of a grid of ranks, "2x1x1". Throws `error` as `number` does.
inline std::vector<std::int64_t> process_grid(const std::string& text, const char* usage) {
  std::vector<std::int64_t> grid;
  std::istringstream words(text);
  for (std::string word; std::getline(words, word, 'x');)
    grid.push_back(number(word, 1, usage));
  return grid;
}

} // namespace bench
