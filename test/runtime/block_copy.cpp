// SPDX-License-Identifier: MIT
// Packing and unpacking against copies byte by byte: random sets of blocks, every loop, every instruction set that the
// processor has. Arrays are as long as the blocks reach, for sanitizers to see what is touched beyond.
#include "block_copy.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>

#include "cache_line.hpp"

namespace {

using namespace brick::detail;
using brick::extent;

using bytes_t = std::vector<std::byte>;

class random_numbers {
public:
  explicit random_numbers(unsigned seed) : engine_(seed) {}
  std::int64_t operator()(std::int64_t low, std::int64_t high) {
    return std::uniform_int_distribution<std::int64_t>(low, high)(engine_);
  }
  bytes_t bytes(std::int64_t count) {
    bytes_t result(static_cast<std::size_t>(count));
    for (std::byte& b : result)
      b = static_cast<std::byte>(engine_());
    return result;
  }

private:
  std::mt19937 engine_;
};

std::int64_t end_of(const std::vector<extent>& blocks) {
  std::int64_t end = 0;
  for (const extent& b : blocks)
    end = std::max(end, b.offset + b.length);
  return end;
}

bytes_t packed(const std::vector<extent>& blocks, const bytes_t& array) {
  bytes_t result;
  for (const extent& b : blocks)
    for (std::int64_t i = 0; i < b.length; ++i)
      result.push_back(array[static_cast<std::size_t>(b.offset + i)]);
  return result;
}

bytes_t unpacked(const std::vector<extent>& blocks, bytes_t array, const bytes_t& buffer) {
  std::size_t at = 0;
  for (const extent& b : blocks)
    for (std::int64_t i = 0; i < b.length; ++i)
      array[static_cast<std::size_t>(b.offset + i)] = buffer[at++];
  return array;
}

/// Also from and to odd addresses.
void expect_copies(const std::vector<extent>& blocks, const block_options& options, random_numbers& random,
                   const std::string& what) {
  const block_set set(blocks, options);
  ASSERT_EQ(set.bytes(), brick::bytes(blocks)) << what;
  const std::int64_t shift = random(0, 1);
  std::vector<extent> moved = blocks;
  for (extent& b : moved)
    b.offset += shift;
  const bytes_t array = random.bytes(end_of(moved));
  const bytes_t expected = packed(moved, array);
  bytes_t buffer(expected.size() + static_cast<std::size_t>(shift));
  set.pack(array.data() + shift, buffer.data() + shift);
  EXPECT_TRUE(std::equal(expected.begin(), expected.end(), buffer.begin() + shift)) << "pack: " << what;

  bytes_t target = random.bytes(end_of(moved));
  const bytes_t message = random.bytes(set.bytes());
  const bytes_t wanted = unpacked(moved, target, message);
  set.unpack(target.data() + shift, message.data());
  EXPECT_TRUE(target == wanted) << "unpack: " << what;
}

std::vector<instruction_set> instruction_sets() {
  std::vector<instruction_set> result;
  for (const instruction_set set : {instruction_set::baseline, instruction_set::avx2, instruction_set::avx512})
    if (set <= widest_instruction_set()) result.push_back(set);
  return result;
}

std::vector<extent> grid(std::int64_t length, std::int64_t count, std::int64_t stride, std::int64_t rows,
                         std::int64_t row_stride) {
  std::vector<extent> blocks;
  for (std::int64_t row = 0; row < rows; ++row)
    for (std::int64_t i = 0; i < count; ++i)
      blocks.push_back({row * row_stride + i * stride, length});
  return blocks;
}

/// Lengths that loops treat in different ways: all short ones, then around multiples of vectors.
std::vector<std::int64_t> lengths() {
  std::vector<std::int64_t> result;
  for (std::int64_t length = 1; length <= 130; ++length)
    result.push_back(length);
  for (const std::int64_t vectors : {3, 4, 5, 8, 9, 16, 33, 64})
    for (const std::int64_t more : {-1, 0, 1, 37})
      result.push_back(64 * vectors + more);
  return result;
}

TEST(BlockCopy, EveryMethod) {
  random_numbers random(1);
  for (const instruction_set set : instruction_sets())
    for (const block_loop loop : {block_loop::call, block_loop::fixed, block_loop::pair, block_loop::vectors})
      for (const int unroll : unrolls)
        for (const block_prefetch prefetch : {block_prefetch::none, block_prefetch::near, block_prefetch::far})
          for (const std::int64_t length : lengths()) {
            block_options options;
            options.method = block_method{loop, set, unroll, prefetch};
            if (!find_kernel(*options.method, length)) continue;
            const std::int64_t count = random(1, 40), stride = length + random(0, 9);
            expect_copies(grid(length, count, stride, random(1, 3), count * stride + random(1, 99)), options, random,
                          std::to_string(length) + " bytes, " + text(*options.method));
          }
}

/// Everything of a kind is there: a gap in find_kernel() would only be slow.
TEST(BlockCopy, LoopsForAllLengths) {
  for (const instruction_set set : instruction_sets())
    for (const int unroll : unrolls) {
      for (const std::int64_t length : {4, 8, 12, 16, 24, 32, 48, 64})
        EXPECT_NE(find_kernel({block_loop::fixed, set, unroll}, length), nullptr) << length;
      for (std::int64_t length = 1; length <= 4096; ++length) {
        const bool by_pairs = length <= 2 * vector_bytes(set) && (unroll == 1 || length <= 64);
        EXPECT_EQ(find_kernel({block_loop::pair, set, unroll, block_prefetch::near}, length) != nullptr, by_pairs)
            << length;
        const bool by_vectors = length >= vector_bytes(set) && unroll == 1;
        EXPECT_EQ(find_kernel({block_loop::vectors, set, unroll, block_prefetch::near}, length) != nullptr, by_vectors)
            << length;
        EXPECT_EQ(find_kernel({block_loop::call, set, unroll, block_prefetch::near}, length) != nullptr, unroll == 1)
            << length;
      }
    }
}

/// As tools/brick-probe may find them: every way to copy, changing from length to length.
copy_methods any_methods(random_numbers& random) {
  copy_methods methods = default_copy_methods();
  for (method_table* table : {&methods.pack_hot, &methods.pack_warm, &methods.pack_cold, &methods.unpack_hot,
                              &methods.unpack_warm, &methods.unpack_cold}) {
    table->clear();
    for (std::int64_t length = 1; length < 5000; length += random(1, length))
      table->push_back({length,
                        {static_cast<block_loop>(random(0, 3)), static_cast<instruction_set>(random(0, 2)),
                         unrolls[random(0, 3)], static_cast<block_prefetch>(random(0, 2))}});
  }
  return methods;
}

/// Blocks anywhere: grids, single blocks, overlapping ones, in any order.
std::vector<extent> any_blocks(random_numbers& random) {
  std::vector<extent> blocks;
  for (std::int64_t part = random(1, 6); part > 0; --part) {
    const std::int64_t length = random(0, 1) ? random(1, 70) : random(1, 4096), count = random(1, 12);
    const std::int64_t stride = random(0, 3) ? length + random(0, 300) : random(0, length);
    std::vector<extent> more = grid(length, count, stride, random(1, 5), random(0, 5000));
    const std::int64_t start = random(0, 10000);
    for (extent& b : more)
      blocks.push_back({b.offset + start, b.length});
  }
  return blocks;
}

TEST(BlockCopy, AnyBlocks) {
  random_numbers random(2);
  for (int round = 0; round < 100; ++round)
    for (const instruction_set set : instruction_sets())
      for (const cache_state state : {cache_state::hot, cache_state::warm, cache_state::cold}) {
        const copy_methods methods = any_methods(random);
        block_options options;
        options.set = set;
        options.state = state;
        if (round % 2) options.methods = &methods;
        if (random(0, 1)) options.streaming_bytes = 0;
        expect_copies(any_blocks(random), options, random, "round " + std::to_string(round));
      }
}

/// Short blocks at irregular distances: lists, and between them runs and blocks of other lengths.
std::vector<extent> irregular_blocks(random_numbers& random) {
  std::vector<extent> blocks;
  std::int64_t at = 0;
  for (std::int64_t part = random(1, 5); part > 0; --part) {
    const std::int64_t length = random(0, 1) ? 4 * random(1, 4) : random(1, 70);
    for (std::int64_t i = random(1, 60); i > 0; --i) {
      blocks.push_back({random(0, 3) ? at : random(0, 3000), length});
      at += random(0, 9) ? length + random(0, 3) * length : random(0, 200);
    }
    if (random(0, 1)) blocks.push_back({at, random(1, 500)});
  }
  return blocks;
}

TEST(BlockCopy, IrregularBlocks) {
  random_numbers random(5);
  for (int round = 0; round < 100; ++round)
    for (const int threads : {1, 3}) {
      block_options options;
      options.threads = threads;
      options.threaded_bytes = 0;
      expect_copies(irregular_blocks(random), options, random, "round " + std::to_string(round));
    }
}

/// Two faces in the same lines.
std::vector<extent> faces_of_rows(random_numbers& random) {
  const std::int64_t length = random(1, 32), stride = random(64, 400), count = random(2, 300);
  const std::int64_t rows = 1 + 700 / count, row_stride = random(0, 1) ? stride * (count + 2) : random(0, 3000);
  const std::int64_t apart = stride - std::min(stride, random(0, 2) ? 40 : random(0, 8));
  std::vector<extent> blocks = grid(length, count, stride, rows, row_stride);
  for (const extent& b : std::vector<extent>(blocks))
    blocks.push_back({b.offset + apart, b.length});
  return blocks;
}

/// One loop copies both where they do not overlap.
TEST(BlockCopy, RunsThatShareLines) {
  random_numbers random(3);
  for (int round = 0; round < 60; ++round)
    expect_copies(faces_of_rows(random), {}, random, "round " + std::to_string(round));
  for (const instruction_set set : instruction_sets())
    for (const block_loop loop : {block_loop::call, block_loop::fixed, block_loop::pair, block_loop::vectors})
      for (const int unroll : unrolls)
        for (const block_prefetch prefetch : {block_prefetch::none, block_prefetch::near, block_prefetch::far})
          for (int round = 0; round < 6; ++round) {
            block_options options;
            options.method = block_method{loop, set, unroll, prefetch};
            expect_copies(faces_of_rows(random), options, random, text(*options.method));
          }
}

/// Shares of threads end anywhere: within rows, between runs that go together, within a single large block.
TEST(BlockCopy, SharedAmongThreads) {
  random_numbers random(4);
  for (const int threads : {2, 3, 7})
    for (int round = 0; round < 40; ++round) {
      block_options options;
      options.threads = threads;
      options.threaded_bytes = 0;
      if (random(0, 1)) options.streaming_bytes = 0;
      expect_copies(round % 2 ? any_blocks(random) : faces_of_rows(random), options, random,
                    std::to_string(threads) + " threads, round " + std::to_string(round));
      expect_copies({{random(0, 9), random(1, 5000)}}, options, random, "one block");
    }
}

/// Two columns, each into a buffer of its own; they go together if their blocks are short.
TEST(BlockCopy, SharesEndWithALine) {
  random_numbers random(5);
  const bytes_t array(80 * 1000, std::byte{1});
  for (int round = 0; round < 30; ++round) {
    const std::int64_t blocks = 8 * random(90, 124), length = std::int64_t{8} << random(0, 3);
    std::vector<placed_run> runs;
    append(runs, {{0, length, blocks, 80, 1, 0}}, 0, 0);
    append(runs, {{80 - length, length, blocks, 80, 1, 0}}, 0, 1);
    const block_set set(runs, {});
    for (const int threads : {2, 3, 5})
      for (int thread = 0; thread + 1 < threads; ++thread) {
        std::array<message_bytes, 2> buffers;
        buffers.fill(message_bytes(static_cast<std::size_t>(blocks * length)));
        const std::array<std::byte*, 2> places{buffers[0].data(), buffers[1].data()};
        set.pack_share(array.data(), places, thread, threads);
        const auto copied = [&](int buffer) { return std::ranges::count(buffers[buffer], std::byte{1}); };
        EXPECT_GT(copied(0) + copied(1), 0);
        for (const int buffer : {0, 1})
          EXPECT_EQ(copied(buffer) % line, 0) << "thread " << thread << " of " << threads;
      }
  }
}

TEST(BlockCopy, PlacesInTheBuffer) {
  const bytes_t array{std::byte{1}, std::byte{2}, std::byte{3}};
  std::vector<placed_run> runs;
  append(runs, compress({{2, 1}}), 4);
  append(runs, compress({{0, 1}, {2, 1}}), 1);
  const block_set set(runs);
  bytes_t buffer(5);
  set.pack(array.data(), buffer.data());
  EXPECT_EQ(buffer, (bytes_t{std::byte{0}, std::byte{1}, std::byte{3}, std::byte{0}, std::byte{3}}));
}

/// Lists, single blocks, runs that go together and others, shared among threads or not, each to a buffer of its own.
TEST(BlockCopy, SeveralBuffers) {
  random_numbers random(5);
  for (const int threads : {1, 3})
    for (int round = 0; round < 40; ++round) {
      block_options options;
      options.threads = threads;
      options.threaded_bytes = 0;
      std::vector<placed_run> runs;
      std::vector<std::vector<extent>> blocks;
      std::int64_t end = 0;
      for (int buffer = 0; buffer < 3; ++buffer) {
        blocks.push_back(round % 2 ? any_blocks(random) : faces_of_rows(random));
        append(runs, compress(blocks.back()), 0, buffer);
        for (const extent& block : blocks.back())
          end = std::max(end, block.offset + block.length);
      }
      bytes_t array(static_cast<std::size_t>(end));
      for (std::byte& byte : array)
        byte = static_cast<std::byte>(random(0, 255));
      std::vector<bytes_t> buffers, expected;
      for (const auto& of : blocks) {
        bytes_t& bytes = expected.emplace_back();
        for (const extent& block : of)
          bytes.insert(bytes.end(), array.begin() + block.offset, array.begin() + block.offset + block.length);
        buffers.emplace_back(bytes.size());
      }
      const std::array<std::byte*, 3> places{buffers[0].data(), buffers[1].data(), buffers[2].data()};
      block_set(runs, options).pack(array.data(), places);
      EXPECT_EQ(buffers, expected) << threads << " threads, round " << round;
    }
}

TEST(BlockCopy, BringsTogetherWhatSharesLines) {
  const block_run low{.offset = 0, .length = 8, .count = 20, .stride = 80};
  block_run high = low, other = low;
  high.offset = 72;
  other.length = 16;
  const block_run element{.offset = 900, .length = 8}, before{.offset = 4, .length = 8};
  std::vector<placed_run> runs{{element, 0, 0}, {high, 8, 0}, {other, 0, 1}, {before, 8, 1}, {low, 0, 2}};
  bring_together(runs);
  std::vector<block_run> order;
  for (const placed_run& each : runs)
    order.push_back(each.run);
  EXPECT_EQ(order, (std::vector<block_run>{low, high, other, element, before}));
  EXPECT_EQ(runs[1].place, 8);
  EXPECT_EQ(runs[2].buffer, 1);
}

TEST(BlockCopy, NoBlocks) {
  block_set().pack(nullptr, nullptr);
  block_set(std::vector<extent>{}).unpack(nullptr, nullptr);
}

} // namespace
