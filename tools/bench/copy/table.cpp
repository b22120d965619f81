// Which loop of runtime/src/block_kernels.cpp copies blocks of which length the fastest: [RUNS]. Prints nanoseconds a
// block, in the caches and out of the second-level one, for every instruction set of this processor; `*` marks what
// best_method() takes. Its constants come from such tables.
// tools/bench/README.md says how it is compiled.
// SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

#include "block_copy.hpp"
#include "timing.hpp"

using namespace brick::detail;

namespace {

struct contender {
  block_method method;
  block_set blocks;
};

const char* name(block_loop loop) {
  switch (loop) {
  case block_loop::fixed:
    return "fixed";
  case block_loop::pair:
    return "pair";
  case block_loop::vectors:
    return "vectors";
  case block_loop::call:
    break;
  }
  return "memcpy";
}

const char* name(instruction_set set) {
  return set == instruction_set::avx512 ? "avx512" : set == instruction_set::avx2 ? "avx2" : "baseline";
}

std::vector<contender> contenders(const block_run& run, instruction_set set) {
  std::vector<contender> result;
  for (const block_loop loop : {block_loop::call, block_loop::fixed, block_loop::pair, block_loop::vectors})
    for (const bool prefetches : {false, true}) {
      if (!find_kernel(set, loop, run.length, prefetches)) continue;
      block_options options;
      options.set = set;
      options.method = block_method{loop, prefetches};
      result.push_back({*options.method, block_set(std::vector<placed_run>{{run, 0}}, options)});
    }
  return result;
}

/// Blocks as in the face of an array: in the caches few with little between them, else in 64 MiB.
block_run blocks_of(std::int64_t length, bool cold) {
  const std::int64_t stride = length + (cold ? 2112 : 64);
  const std::int64_t count = std::max<std::int64_t>(32, (cold ? std::int64_t{32} << 20 : 192 << 10) / stride);
  return {64, length, count / 32, stride, 32, stride * (count / 32) + 4224};
}

void print(instruction_set set, bool cold, std::int64_t length, int runs, std::byte* array, std::byte* buffer) {
  const block_run run = blocks_of(length, cold);
  const std::vector<contender> all = contenders(run, set);
  const block_method best = best_method(set, run, cold ? cache_state::cold : cache_state::hot);
  for (const bool packs : {true, false}) {
    std::vector<std::function<void()>> work;
    for (const contender& c : all)
      work.emplace_back([&] { packs ? c.blocks.pack(array, buffer) : c.blocks.unpack(array, buffer); });
    const timing::samples times = timing::measure(work, cold, runs);
    std::printf("%-8s %-4s %-6s %5ld ", name(set), cold ? "cold" : "hot", packs ? "pack" : "unpack",
                static_cast<long>(length));
    for (std::size_t i = 0; i < all.size(); ++i)
      std::printf(" %s%s%s %.2f", name(all[i].method.loop), all[i].method.prefetches ? "+p" : "",
                  all[i].method == best ? "*" : "",
                  1e9 * timing::median(times[i]) / static_cast<double>(run.count * run.rows));
    std::printf("\n");
  }
}

} // namespace

int main(int argc, char** argv) {
  const int runs = argc > 1 ? std::atoi(argv[1]) : 9;
  std::vector<std::byte> array(std::size_t{80} << 20, std::byte{1}), buffer(std::size_t{48} << 20);
  for (const bool cold : {false, true})
    for (const instruction_set set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
      if (set > widest_instruction_set()) continue;
      for (const std::int64_t length :
           {4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256, 512, 768, 1024, 2048, 4096})
        print(set, cold, length, runs, array.data(), buffer.data());
    }
}
