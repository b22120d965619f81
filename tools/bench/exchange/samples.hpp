// What programs print of the ways that they have measured, as JSON.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/communicator.hpp>
#include <brick/error.hpp>

#include <array>
#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

#include "rounds.hpp"

namespace bench {

/// Collective; throws `error` on all ranks where a way has brought a wrong value to any of them.
inline void check_values(const brick::communicator& ranks, entry& each) {
  const double wrong = ranks.sum(static_cast<double>(each.way->wrong_cells()));
  if (wrong > 0)
    throw brick::error(each.name + " brought wrong values to " + std::to_string(static_cast<long>(wrong)) + " cells");
}

/// [pack, call, wait, total] of each round, in microseconds.
inline std::string list_of(const std::vector<sample>& samples) {
  std::string text;
  for (const auto& [pack, call, wait, total] : samples) {
    std::array<char, 128> item{};
    std::snprintf(item.data(), item.size(), "%s[%.4f, %.4f, %.4f, %.4f]", text.empty() ? "" : ", ", pack * 1e6,
                  call * 1e6, wait * 1e6, total * 1e6);
    text += item.data();
  }
  return "[" + text + "]";
}

/// Text in a JSON string.
inline std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

/// A list of numbers, one of each rank.
inline std::string list_of(const std::vector<double>& numbers) {
  std::string text;
  for (const double number : numbers) {
    std::array<char, 32> item{};
    std::snprintf(item.data(), item.size(), "%s%.17g", text.empty() ? "" : ", ", number);
    text += item.data();
  }
  return "[" + text + "]";
}

/// Collective: rank 0 prints what a way is, what each rank sends, and the samples of each rank.
inline void print(const brick::communicator& ranks, const entry& each, const char* end) {
  const std::vector<std::string> of_ranks = ranks.all_gather(list_of(each.samples));
  const std::string messages = list_of(ranks.all_gather(static_cast<double>(each.way->messages()))),
                    bytes = list_of(ranks.all_gather(static_cast<double>(each.way->bytes())));
  if (ranks.rank() != 0) return;
  std::printf(R"({"way": "%s", "why": "%s", "messages": %s, "bytes": %s, "exchanges": %ld, "samples": [)",
              each.name.c_str(), escaped(each.way->why()).c_str(), messages.c_str(), bytes.c_str(), each.exchanges);
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank)
    std::printf("%s%s", rank ? ",\n" : "", of_ranks[rank].c_str());
  std::printf("]}%s", end);
}

/// Collective: all ways, as a list.
inline void print(const brick::communicator& ranks, const std::vector<entry>& entries) {
  if (ranks.rank() == 0) std::printf("[");
  for (std::size_t i = 0; i < entries.size(); ++i)
    print(ranks, entries[i], i + 1 < entries.size() ? ",\n" : "]\n");
}

} // namespace bench
