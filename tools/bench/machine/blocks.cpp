// How fast this machine copies blocks, in each way that the runtime can (runtime/src/copy_methods.hpp): CACHE TURNS,
// the bytes of the largest cache, and how often each way is measured. Prints, tab by tab, medians in seconds:
//
//   pack-hot LENGTH METHOD SECONDS      a block of so many bytes, in a core's own caches; the same for pack-warm
//                                       (in the last one), pack-cold (in memory), unpack-hot, unpack-warm, unpack-cold
//   streaming BYTES CACHED STREAMED     packing so many bytes by stores through the caches and past them, and reading
//                                       them again, as who sends them does
//   threaded BYTES ONE ALL              packing the faces of a cube, by one thread and by all
//
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <limits>
#include <random>
#include <set>

#include <omp.h>

#include "block_copy.hpp"
#include "brick/parallel.hpp"

using namespace brick::detail;

namespace {

constexpr std::int64_t line = 64, never = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t gap = 33 * line;          // between blocks that are not hot: of another page, or nearly
constexpr std::int64_t hot_bytes = 192 << 10;    // fit into a second-level cache
constexpr std::int64_t warm_bytes = 3 << 20;     // lines of blocks, which do not, but fit into a third-level one
constexpr std::int64_t cold_bytes = 4 << 20;     // where the blocks of one measurement lie
constexpr std::int64_t caches_of_memory = 8;     // blocks lie in so many times the largest cache
constexpr std::int64_t least_memory = 128 << 20; // for cubes, warm and cold blocks
constexpr std::int64_t long_block = 4096;        // of those that are streamed
constexpr std::int64_t least_streamed = 1 << 20;
constexpr double least_seconds = 20e-6; // of a measurement in the caches

double seconds_of(const std::function<void()>& work, int times = 1) {
  const auto begin = std::chrono::steady_clock::now();
  for (int i = 0; i < times; ++i)
    work();
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count() / times;
}

/// Where blocks lie, and what goes on from one measurement to the next.
struct memory {
  std::vector<std::byte> array, buffer;
  std::mt19937 random{1};         ///< orders of contenders
  std::int64_t cold_measured = 0; ///< how often cold blocks have been copied

  /// Cold blocks lie at other lines in each measurement, until all of the memory has been used.
  std::int64_t next_cold_place(std::int64_t extent) {
    const std::int64_t windows = std::max<std::int64_t>(1, (std::ssize(array) - gap) / extent);
    const std::int64_t number = cold_measured++;
    return number % windows * extent + number / windows * line % gap;
  }
};

/// Medians of contenders that are measured turn by turn, in an order of its own each: a machine's speed drifts, and
/// what ran before matters. `one()` gives the seconds of a contender once.
std::vector<double> medians(std::size_t contenders, int turns, memory& m,
                            const std::function<double(std::size_t)>& one) {
  std::vector<std::vector<double>> times(contenders);
  std::vector<std::size_t> order(contenders);
  for (std::size_t i = 0; i < contenders; ++i)
    order[i] = i;
  for (int turn = 0; turn < turns; ++turn) {
    std::ranges::shuffle(order, m.random);
    for (const std::size_t i : order)
      times[i].push_back(one(i));
  }
  std::vector<double> result;
  for (std::vector<double>& of : times) {
    std::ranges::nth_element(of, of.begin() + turns / 2);
    result.push_back(of[static_cast<std::size_t>(turns / 2)]);
  }
  return result;
}

/// Every way to copy blocks of that length on this processor, each loop once: simple ones come first.
std::vector<block_method> ways(std::int64_t length, cache_state state) {
  std::vector<block_method> result;
  std::set<block_kernel> known;
  for (const block_prefetch prefetch : {block_prefetch::none, block_prefetch::near, block_prefetch::far})
    for (const int unroll : unrolls)
      for (const block_loop loop : {block_loop::call, block_loop::fixed, block_loop::pair, block_loop::vectors})
        for (const instruction_set set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512}) {
          if ((prefetch != block_prefetch::none && state == cache_state::hot) || set > widest_instruction_set())
            continue;
          const block_method method{loop, set, unroll, prefetch};
          const block_kernel kernel = find_kernel(method, length);
          if (kernel && known.insert(kernel).second) result.push_back(method);
        }
  return result;
}

/// Blocks as in the face of an array.
block_run blocks_of(std::int64_t length, cache_state state) {
  const std::int64_t stride = length + (state == cache_state::hot ? line : gap), lines = (length + line - 1) / line;
  const std::int64_t blocks = state == cache_state::hot    ? hot_bytes / stride
                              : state == cache_state::warm ? warm_bytes / (lines * line)
                                                           : cold_bytes / stride;
  const std::int64_t count = std::max<std::int64_t>(8, blocks / 8);
  return {.offset = 0, .length = length, .count = count, .stride = stride, .rows = 8, .row_stride = count * stride};
}

void measure_length(std::int64_t length, cache_state state, int turns, memory& m) {
  const bool cold = state == cache_state::cold;
  const char* const name = cold ? "cold" : state == cache_state::warm ? "warm" : "hot";
  const block_run run = blocks_of(length, state);
  const std::vector<block_method> methods = ways(length, state);
  std::vector<block_set> sets;
  for (const block_method& method : methods) {
    block_options options;
    options.method = method;
    options.streaming_bytes = never;
    sets.emplace_back(std::vector<placed_run>{{run, 0}}, options);
  }
  for (const bool packs : {true, false}) {
    const auto copy = [&](std::size_t i, std::int64_t place) {
      std::byte* const array = m.array.data() + place;
      packs ? sets[i].pack(array, m.buffer.data()) : sets[i].unpack(array, m.buffer.data());
    };
    const int times = cold ? 1 : static_cast<int>(least_seconds / seconds_of([&] { copy(0, 0); })) + 1;
    const std::vector<double> found = medians(methods.size(), turns, m, [&](std::size_t i) {
      const std::int64_t place = cold ? m.next_cold_place(run.rows * run.row_stride) : 0;
      return seconds_of([&] { copy(i, place); }, times);
    });
    for (std::size_t i = 0; i < methods.size(); ++i)
      std::printf("%s-%s\t%lld\t%s\t%.4g\n", packs ? "pack" : "unpack", name, static_cast<long long>(length),
                  text(methods[i]).c_str(), found[i] / static_cast<double>(run.count * run.rows));
  }
}

void measure_streaming(std::int64_t bytes, int turns, memory& m) {
  const std::int64_t count = bytes / long_block;
  const block_run run{.offset = 0, .length = long_block, .count = count, .stride = 2 * long_block};
  std::vector<block_set> sets;
  for (const std::int64_t streaming : {never, std::int64_t{0}}) {
    block_options options;
    options.streaming_bytes = streaming;
    sets.emplace_back(std::vector<placed_run>{{run, 0}}, options);
  }
  const auto send = [&](const block_set& blocks) {
    blocks.pack(m.array.data(), m.buffer.data());
    std::int64_t sum = 0;
    for (std::int64_t at = 0, word = 0; at < bytes; at += 8, sum += word)
      std::memcpy(&word, m.buffer.data() + at, 8);
    volatile std::int64_t used = sum; // or it would not be read
    static_cast<void>(used);
  };
  const std::vector<double> found =
      medians(2, turns, m, [&](std::size_t i) { return seconds_of([&] { send(sets[i]); }); });
  std::printf("streaming\t%lld\t%.4g\t%.4g\n", static_cast<long long>(bytes), found[0], found[1]);
}

/// The outermost cells of a cube of doubles, ghosts excluded, one cell deep.
std::vector<placed_run> faces(std::int64_t cells) {
  const std::int64_t row = 8 * (cells + 2), plane = row * (cells + 2), origin = plane + row + 8;
  const std::int64_t far[] = {(cells - 1) * plane, (cells - 1) * row, (cells - 1) * 8};
  std::vector<placed_run> runs;
  std::int64_t place = 0;
  for (int axis = 0; axis < 3; ++axis)
    for (const std::int64_t offset : {origin, origin + far[axis]}) {
      block_run run{.offset = offset, .length = 8 * cells, .count = cells, .stride = axis == 0 ? row : plane};
      if (axis == 2)
        run = {.offset = offset, .length = 8, .count = cells, .stride = row, .rows = cells, .row_stride = plane};
      runs.push_back({run, place});
      place += bytes(run);
    }
  bring_together(runs);
  return runs;
}

/// All sizes in turn, more often than other things are: how far cores are apart may change within seconds where they
/// are those of a virtual machine.
void measure_threads(int threads, int turns, memory& m) {
  constexpr int more_turns = 10;
  std::vector<block_set> sets;
  for (const std::int64_t cells : {16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128})
    for (const int all : {1, threads}) {
      block_options options;
      options.threads = all;
      options.threaded_bytes = 0;
      sets.emplace_back(faces(cells), options);
    }
  const std::vector<double> found = medians(sets.size(), more_turns * turns, m, [&](std::size_t i) {
    const auto work = [&] { sets[i].pack(m.array.data(), m.buffer.data()); };
    work();
    parallel(threads, [](int) {}); // between two sweeps of a program its threads wait for work, awake
    return seconds_of(work);
  });
  for (std::size_t i = 0; i < sets.size(); i += 2)
    std::printf("threaded\t%lld\t%.4g\t%.4g\n", static_cast<long long>(sets[i].bytes()), found[i], found[i + 1]);
}

} // namespace

int main(int argc, char** argv) {
  const std::int64_t cache = argc == 3 ? std::atoll(argv[1]) : 0;
  const int turns = argc == 3 ? std::atoi(argv[2]) : 0, threads = omp_get_max_threads();
  if (cache < 1 || turns < 1) return std::fprintf(stderr, "usage: %s CACHE TURNS: both at least 1\n", argv[0]), 2;
  const std::int64_t largest = std::max(2 * cache, cold_bytes);
  memory m{
      std::vector<std::byte>(static_cast<std::size_t>(std::max(caches_of_memory * cache, least_memory)), std::byte{1}),
      std::vector<std::byte>(static_cast<std::size_t>(largest))};
  for (const cache_state state : {cache_state::hot, cache_state::warm, cache_state::cold})
    for (const std::int64_t length :
         {1, 2, 4, 8, 12, 16, 20, 24, 32, 40, 48, 64, 80, 96, 128, 192, 256, 384, 512, 768, 1024, 2048, 4096})
      measure_length(length, state, turns, m);
  for (std::int64_t bytes = least_streamed; bytes <= largest; bytes *= 2)
    measure_streaming(bytes, turns, m);
  if (threads > 1) measure_threads(threads, turns, m);
}
