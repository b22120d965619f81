// SPDX-License-Identifier: MIT
// Copies inside a storage: as runs, by several threads, and the bytes they leave behind.
#include "copy_set.hpp"

#include <algorithm>
#include <cstring>
#include <random>

#include <gtest/gtest.h>

namespace brick::detail {
namespace {

std::vector<std::byte> numbered(std::size_t bytes) {
  std::vector<std::byte> result(bytes);
  for (std::size_t i = 0; i < bytes; ++i)
    result[i] = static_cast<std::byte>(i * 7 + i / 251);
  return result;
}

std::vector<std::byte> copied_one_by_one(std::vector<std::byte> memory, const std::vector<local_copy>& copies) {
  for (const local_copy& c : copies)
    std::memcpy(memory.data() + c.destination, memory.data() + c.source, static_cast<std::size_t>(c.length));
  return memory;
}

std::vector<std::byte> copied(std::vector<std::byte> memory, const copy_set& set) {
  set.copy(memory.data());
  return memory;
}

/// The ends of rows of eight doubles in a brick of 4x16 rows, behind the last cells of another brick.
std::vector<local_copy> row_ends() {
  std::vector<local_copy> copies;
  for (std::int64_t row = 0; row < 64; ++row)
    copies.push_back({row * 64, 8192 + row * 64 + 16, 8});
  return copies;
}

TEST(CopySet, EndsOfRowsAreOneRun) {
  EXPECT_EQ(copy_runs_of(row_ends()), (std::vector<copy_run>{{0, 8208, 8, 64, 64}}));
}

TEST(CopySet, RunsHaveOneLengthDistanceAndStride) {
  const std::vector<local_copy> copies{{0, 1000, 8},   {64, 1064, 8}, {128, 1128, 8}, // a run
                                       {192, 2192, 8},                                // moves further
                                       {200, 1200, 4},                                // shorter
                                       {300, 1300, 8},                                // another stride
                                       {500, 1500, 0}};                               // nothing
  EXPECT_EQ(
      copy_runs_of(copies),
      (std::vector<copy_run>{{0, 1000, 8, 3, 64}, {192, 2000, 8, 1, 0}, {200, 1000, 4, 1, 0}, {300, 1000, 8, 1, 0}}));
}

TEST(CopySet, LongCopiesAreCut) {
  constexpr std::int64_t distance = 1 << 20;
  EXPECT_EQ(copy_runs_of({{64, 64 + distance, 3 * 4096 + 24}}),
            (std::vector<copy_run>{{64, distance, 4096, 3, 4096}, {64 + 3 * 4096, distance, 24, 1, 0}}));
}

TEST(CopySet, NothingToCopy) {
  std::byte none{};
  copy_set().copy(&none);
  copy_set({}, 4, 0).copy(&none);
  copy_set({{0, 1, 0}}, 4, 0).copy(&none);
}

TEST(CopySet, MoreThreadsThanCopies) {
  const std::vector<local_copy> copies{{0, 100, 8}, {8, 200, 8}};
  const std::vector<std::byte> memory = numbered(256);
  EXPECT_EQ(copied(memory, copy_set(copies, 7, 0)), copied_one_by_one(memory, copies));
}

/// Sources in the first half, destinations that do not overlap in the second one; any lengths, alike or not, in any
/// order, shared among any number of threads.
TEST(CopySet, RandomCopiesAreThoseOneByOne) {
  std::mt19937 random(20261125);
  const auto below = [&](std::int64_t n) { return std::uniform_int_distribution<std::int64_t>(0, n - 1)(random); };
  constexpr std::int64_t half = 1 << 16, lengths[] = {1, 4, 8, 12, 16, 32, 64, 100, 4096, 10000};
  const std::vector<std::byte> memory = numbered(2 * half);
  for (int turn = 0; turn < 60; ++turn) {
    std::vector<local_copy> copies;
    std::int64_t source = 0, destination = half;
    while (true) { // runs with some single copies between
      const std::int64_t length = lengths[below(std::size(lengths))], count = below(3) ? 1 + below(40) : 1;
      const std::int64_t stride = length + below(2) * below(200);
      if (source + count * stride > half || destination + count * stride > 2 * half) break;
      for (std::int64_t i = 0; i < count; ++i)
        copies.push_back({source + i * stride, destination + i * stride, length});
      source = below(half / 2);
      destination += count * stride;
    }
    std::shuffle(copies.begin(), copies.end(), random);
    const std::vector<std::byte> expected = copied_one_by_one(memory, copies);
    for (int threads : {1, 2, 3, 5})
      ASSERT_EQ(copied(memory, copy_set(copies, threads, 0)), expected) << "turn " << turn << ", threads " << threads;
    ASSERT_EQ(copied(memory, copy_set(copies, 3, 1 << 30)), expected) << "turn " << turn;
  }
}

} // namespace
} // namespace brick::detail
