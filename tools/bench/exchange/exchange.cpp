// Times of halo exchanges between the ranks of a job, as JSON:
//   mpiexec -n 2 exchange CELLS RANKS FIELDS WRAP ROUNDS SECONDS WAY...
// CELLS along each axis of a rank's cube; RANKS as 2x1x1, 2x1 or 2, for as many dimensions; WRAP: 1 if a rank that is
// its own neighbour needs no messages; SECONDS of a turn; WAY: a strategy of the runtime, for bricks (for those on
// pages also as memmap:PAGE_BYTES), packed (an array), types, network, network_huge. Prints, for each way, what each
// rank sends, and for each rank and round [pack, call, wait, total] in microseconds.
// SPDX-License-Identifier: MIT
#include <brick/runtime.hpp>
#include <brick/strategy.hpp>

#include <cstdlib>
#include <string>

#include "network_floor.hpp"
#include "rounds.hpp"
#include "runtime_exchange.hpp"
#include "samples.hpp"
#include "typed_exchange.hpp"
#include "words.hpp"

namespace {

using namespace bench;

constexpr const char* usage = "usage: exchange CELLS RANKS FIELDS WRAP ROUNDS SECONDS WAY...";

struct arguments {
  std::int64_t cells;
  std::vector<std::int64_t> ranks;
  int fields;
  bool wrap_in_place;
  int rounds;
  double seconds;
  std::vector<std::string> ways;
};

arguments read(const std::vector<std::string>& words) {
  if (words.size() < 7) throw brick::error(usage);
  return {.cells = number(words[0], 1, usage),
          .ranks = process_grid(words[1], usage),
          .fields = static_cast<int>(number(words[2], 1, usage)),
          .wrap_in_place = number(words[3], 0, usage) != 0,
          .rounds = static_cast<int>(number(words[4], 1, usage)),
          .seconds = std::atof(words[5].c_str()),
          .ways = {words.begin() + 6, words.end()}};
}

template <int D> std::unique_ptr<contender> contender_named(const problem<D>& p, const std::string& way) {
  const std::size_t colon = way.find(':');
  const std::string name = way.substr(0, colon);
  const auto page = static_cast<std::size_t>(colon == std::string::npos ? 0 : number(way.substr(colon + 1), 1, usage));
  if (name == "types") return std::make_unique<typed_exchange<D>>(p);
  if (name == "network") return std::make_unique<network_floor>(p, false);
  if (name == "network_huge") return std::make_unique<network_floor>(p, true);
  if (name == "packed") return std::make_unique<runtime_exchange<D, in_arrays<D>>>(p, in_arrays<D>(p));
  return std::make_unique<runtime_exchange<D, in_bricks<D>>>(p, in_bricks<D>(p, brick::strategy_named(name), page));
}

template <int D> void run(const brick::runtime& runtime, const arguments& given) {
  brick::index<D> ranks{};
  std::ranges::copy(given.ranks, ranks.begin());
  problem<D> p(runtime, given.cells, ranks);
  p.fields = given.fields;
  p.wrap_in_place = given.wrap_in_place;

  std::vector<entry> entries;
  for (const std::string& name : given.ways) {
    entries.push_back({.name = name, .way = contender_named(p, name)});
    check_values(p.world, entries.back());
  }
  run_rounds(p.world, entries, given.rounds, given.seconds);
  print(p.world, entries);
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = read({argv + 1, argv + argc});
  switch (given.ranks.size()) {
  case 1:
    return run<1>(runtime, given), 0;
  case 2:
    return run<2>(runtime, given), 0;
  case 3:
    return run<3>(runtime, given), 0;
  default:
    throw brick::error("'" + std::to_string(given.ranks.size()) + "' dimensions are not accepted; " + usage);
  }
}
