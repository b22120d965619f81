// Times of halo exchanges between the ranks of a job, as JSON:
//   mpiexec -n 2 exchange CELLS RANKS FIELDS WRAP ROUNDS SECONDS WAY...
// CELLS along each axis of a rank's cube; RANKS as 2x1x1; WRAP: 1 if a rank that is its own neighbour needs no
// messages; SECONDS of a turn; WAY: shared, memmap, shared:PAGE_BYTES, memmap:PAGE_BYTES, layout, basic, packed, types,
// network. Prints, for each way, what a rank sends, and for each rank and round [pack, call, wait, total] in
// microseconds. SPDX-License-Identifier: MIT
#include <brick/runtime.hpp>
#include <brick/strategy.hpp>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "network_floor.hpp"
#include "rounds.hpp"
#include "runtime_exchange.hpp"
#include "typed_exchange.hpp"

namespace {

using namespace bench;

constexpr const char* usage = "usage: exchange CELLS RANKS FIELDS WRAP ROUNDS SECONDS WAY...";

std::int64_t number(const std::string& word, std::int64_t least) {
  char* end = nullptr;
  const long long value = std::strtoll(word.c_str(), &end, 10);
  if (value < least || word.empty() || *end) throw brick::error("'" + word + "' is not accepted; " + usage);
  return value;
}

/// "2x1x1"
brick::index<3> process_grid(const std::string& text) {
  const std::size_t first = text.find('x'), second = text.find('x', first + 1);
  if (first == std::string::npos || second == std::string::npos) throw brick::error(usage);
  return {number(text.substr(0, first), 1), number(text.substr(first + 1, second - first - 1), 1),
          number(text.substr(second + 1), 1)};
}

std::unique_ptr<contender> contender_named(const problem& p, const std::string& way) {
  const std::size_t colon = way.find(':');
  const std::string name = way.substr(0, colon);
  const auto page = static_cast<std::size_t>(colon == std::string::npos ? 0 : number(way.substr(colon + 1), 1));
  if (name == "types") return std::make_unique<typed_exchange>(p);
  if (name == "network") return std::make_unique<network_floor>(p);
  if (name == "packed") return std::make_unique<runtime_exchange<in_arrays>>(p, in_arrays(p));
  return std::make_unique<runtime_exchange<in_bricks>>(p, in_bricks(p, brick::strategy_named(name), page));
}

void check(const problem& p, const std::string& name, contender& way) {
  const double wrong = p.world.sum(static_cast<double>(way.wrong_cells()));
  if (wrong > 0)
    throw brick::error(name + " brought wrong values to " + std::to_string(static_cast<long>(wrong)) + " cells");
}

std::string list_of(const std::vector<sample>& samples) {
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
std::string escaped(const std::string& text) {
  std::string result;
  for (const char c : text) {
    if (c == '"' || c == '\\') result += '\\';
    result += c == '\n' ? ' ' : c;
  }
  return result;
}

/// Collective; printed by rank 0.
void print(const problem& p, const std::string& name, const entry& each, const char* end) {
  const std::vector<std::string> of_ranks = p.world.all_gather(list_of(each.samples));
  if (p.world.rank() != 0) return;
  std::printf(R"({"way": "%s", "why": "%s", "messages": %lld, "bytes": %lld, "exchanges": %ld, "samples": [)",
              name.c_str(), escaped(each.way->why()).c_str(), static_cast<long long>(each.way->messages()),
              static_cast<long long>(each.way->bytes()), each.exchanges);
  for (std::size_t rank = 0; rank < of_ranks.size(); ++rank)
    std::printf("%s%s", rank ? ",\n" : "", of_ranks[rank].c_str());
  std::printf("]}%s", end);
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 7) throw brick::error(usage);
  problem p(runtime, number(words[0], 1), process_grid(words[1]));
  p.fields = static_cast<int>(number(words[2], 1));
  p.wrap_in_place = number(words[3], 0) != 0;

  const std::vector<std::string> names(words.begin() + 6, words.end());
  std::vector<entry> entries;
  for (const std::string& name : names) {
    entries.push_back({.way = contender_named(p, name)});
    check(p, name, *entries.back().way);
  }
  run_rounds(p, entries, static_cast<int>(number(words[4], 1)), std::atof(words[5].c_str()));

  if (runtime.rank() == 0) std::printf("[");
  for (std::size_t i = 0; i < entries.size(); ++i)
    print(p, names[i], entries[i], i + 1 < entries.size() ? ",\n" : "]\n");
}
