// Times of messages that are put, one-sided, there and back between two ranks, as JSON:
//   mpiexec -n 2 pipelines WAYS ROUNDS SECONDS SWEEP MOST LATENCY PUT PUT_BYTE COPY_RUN COPY_BYTE AHEAD
//   CORE_BYTE LAYOUT:BLOCKS:BYTES...
// WAYS: maximal-block,packed-put,fixed-pipeline,superpipeline or some of them; SECONDS of a turn; SWEEP: 1 if arrays
// are out of the second-level cache; MOST: maximal-block is left out where blocks are more; the costs of
// brick/put_pipeline.hpp; LAYOUT of message_layouts.hpp with BLOCKS of BYTES each. Prints a list of what was measured:
// the message, the sizes of blocks and how long the model says that a message takes, seconds to pack it, and samples of
// round trips as tools/bench/exchange prints them. SPDX-License-Identifier: MIT
#include <brick/runtime.hpp>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "../exchange/rounds.hpp"
#include "../exchange/samples.hpp"
#include "../exchange/words.hpp"
#include "round_trip.hpp"

namespace {

using namespace bench;

constexpr const char* usage = "usage: pipelines WAYS ROUNDS SECONDS SWEEP MOST LATENCY PUT PUT_BYTE COPY_RUN COPY_BYTE "
                              "AHEAD CORE_BYTE LAYOUT:BLOCKS:BYTES...";

constexpr std::int64_t fixed_block = 20'000; // FP(20K) of the paper

struct arguments {
  std::string ways;
  int rounds;
  double seconds;
  bool sweeps;
  std::int64_t most_puts;
  brick::put_costs costs;
  std::vector<message_layout> layouts;
};

message_layout layout_of(const std::string& word) {
  const std::size_t first = word.find(':'), second = word.find(':', first + 1);
  if (first == std::string::npos || second == std::string::npos) throw brick::error(usage);
  const message_layout layout{word.substr(0, first), number(word.substr(first + 1, second - first - 1), 1, usage),
                              number(word.substr(second + 1), element_bytes, usage)};
  if (layout.block_bytes % element_bytes != 0)
    throw brick::error("blocks of " + word.substr(second + 1) + " bytes are not whole elements; " + usage);
  return layout;
}

arguments read(const std::vector<std::string>& words) {
  if (words.size() < 13) throw brick::error(usage);
  const auto cost = [&](std::size_t i) { return std::atof(words[5 + i].c_str()); };
  arguments given{.ways = "," + words[0] + ",",
                  .rounds = static_cast<int>(number(words[1], 1, usage)),
                  .seconds = std::atof(words[2].c_str()),
                  .sweeps = number(words[3], 0, usage) != 0,
                  .most_puts = number(words[4], 0, usage),
                  .costs = {cost(0), cost(1), cost(2), cost(3), cost(4), cost(5), cost(6)},
                  .layouts = {}};
  for (std::size_t i = 12; i < words.size(); ++i)
    given.layouts.push_back(layout_of(words[i]));
  return given;
}

/// A strategy, and the blocks that the halo library cuts then.
struct variant {
  std::string name;
  brick::halo_strategy strategy;
  brick::put_blocks blocks;
  double model_seconds;
};

std::vector<variant> variants_of(const arguments& given, const message_layout& layout, std::int64_t runs) {
  const brick::put_message message{layout.bytes(), runs};
  const brick::put_blocks whole{.first = layout.bytes(), .factor = 1};
  const auto counted = [&](brick::put_blocks blocks) { // 0 would let the halo library choose again
    if (blocks.count_every == 0) blocks.count_every = layout.bytes();
    return blocks;
  };
  const brick::put_blocks fixed =
      counted({.first = fixed_block, .factor = 1, .count_every = brick::choose_count_every(given.costs, message)});
  const brick::put_blocks growing = counted(brick::choose_superpipeline(given.costs, message));
  std::vector<variant> result;
  const auto add = [&](const std::string& name, brick::halo_strategy strategy, const brick::put_blocks& blocks,
                       double model) {
    if (given.ways.find("," + name + ",") != std::string::npos) result.push_back({name, strategy, blocks, model});
  };
  const auto add_packed = [&](const char* name, brick::halo_strategy strategy, const brick::put_blocks& blocks) {
    add(name, strategy, blocks, brick::pipeline_time(given.costs, message, blocks));
  };
  if (layout.blocks <= given.most_puts)
    add("maximal-block", brick::halo_strategy::maximal_block, {.first = layout.block_bytes, .factor = 1},
        given.costs.latency + given.costs.put * static_cast<double>(layout.blocks) +
            given.costs.put_byte * static_cast<double>(layout.bytes()));
  add_packed("packed-put", brick::halo_strategy::packed_put, whole);
  add_packed("fixed-pipeline", brick::halo_strategy::fixed_pipeline, fixed);
  add_packed("superpipeline", brick::halo_strategy::superpipeline, growing);
  return result;
}

double median_packing(const brick::communicator& ranks, round_trip& way) {
  std::vector<double> times(9);
  for (double& time : times)
    time = way.packing();
  std::ranges::nth_element(times, times.begin() + 4);
  return ranks.max(times[4]);
}

/// Collective.
void print(const brick::communicator& ranks, const message_layout& layout, const variant& v, const entry& each,
           double packing, const char* separator) {
  const auto puts = v.strategy == brick::halo_strategy::maximal_block
                        ? layout.blocks
                        : std::ssize(brick::sizes_of(v.blocks, layout.bytes()));
  if (ranks.rank() == 0)
    std::printf(
        R"(%s{"layout": "%s", "blocks": %lld, "block_bytes": %lld, "puts": %lld, "first": %lld, "factor": %.4g, )"
        R"("most": %lld, "count_every": %lld, "model_us": %.4f, "packing_us": %.4f, "measured": )",
        separator, layout.name.c_str(), static_cast<long long>(layout.blocks),
        static_cast<long long>(layout.block_bytes), static_cast<long long>(puts),
        static_cast<long long>(v.blocks.first), v.blocks.factor, static_cast<long long>(v.blocks.most),
        static_cast<long long>(v.blocks.count_every), v.model_seconds * 1e6, packing * 1e6);
  bench::print(ranks, each, "}");
}

/// Collective. Prints `separator` before what it measured, of which there may be nothing, and leaves that of the next.
void run(const brick::communicator& ranks, const arguments& given, const message_layout& layout,
         const char*& separator) {
  const brick::halo_region region = region_of(layout);
  std::int64_t runs = 0;
  for (const brick::halo_record& record : region.records())
    runs += record.rows;
  const std::vector<variant> variants = variants_of(given, layout, runs);
  std::vector<entry> entries;
  double packing = 0;
  for (const variant& v : variants) {
    auto way = std::make_unique<round_trip>(
        ranks, layout, region,
        brick::halo_options{
            .strategy = v.strategy, .tags = 1, .blocks = v.blocks, .costs = given.costs, .node_costs = given.costs},
        given.sweeps);
    packing = median_packing(ranks, *way);
    entries.push_back({.name = v.name, .way = std::move(way)});
    check_values(ranks, entries.back());
  }
  run_rounds(ranks, entries, given.rounds, given.seconds);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    print(ranks, layout, variants[i], entries[i], packing, separator);
    separator = ",\n";
  }
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = read({argv + 1, argv + argc});
  if (runtime.size() != 2) throw brick::error("pipelines needs 2 ranks, not " + std::to_string(runtime.size()));
  if (runtime.rank() == 0) std::printf("[");
  const char* separator = "";
  for (const message_layout& layout : given.layouts)
    run(runtime.world(), given, layout, separator);
  if (runtime.rank() == 0) std::printf("]\n");
}
