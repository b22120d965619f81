// SPDX-License-Identifier: MIT
// Arenas and views: zeroes, aliasing, ownership, and what happens at the system's limits.
#include "brick/storage.hpp"

#include <algorithm>
#include <fstream>
#include <span>
#include <string>
#include <utility>

#include <gtest/gtest.h>

#include "system_limits.hpp"

namespace {

using brick::memory;
using brick::storage;
using brick::view;
using namespace brick_test;

const auto page = static_cast<std::int64_t>(brick::system_page_bytes());
std::size_t pages(int count) { return static_cast<std::size_t>(count * page); }

class Storage : public testing::TestWithParam<memory> {};

TEST_P(Storage, IsZeroAndWritable) {
  const storage arena(3 * page + 1, GetParam());
  EXPECT_EQ(arena.size(), static_cast<std::size_t>(4 * page));
  EXPECT_EQ(arena.kind(), GetParam());
  EXPECT_TRUE(
      std::ranges::all_of(std::span(arena.data(), arena.size()), [](std::byte b) { return b == std::byte{0}; }));
  arena.data()[arena.size() - 1] = std::byte{1};
}

TEST_P(Storage, KeepsItsAddressWhenMoved) {
  storage arena(page, GetParam());
  std::byte* const data = arena.data();
  storage other = std::move(arena);
  EXPECT_EQ(other.data(), data);
  EXPECT_EQ(arena.data(), nullptr);
}

TEST_P(Storage, LeavesNothingBehind) {
  const resources before;
  for (int i = 0; i < 10; ++i) {
    storage small(page, GetParam()), large(8 << 20, GetParam());
    small = std::move(large);
  }
  EXPECT_EQ(resources(), before);
}

TEST_P(Storage, StartsLargeArenasOnHugePages) {
  const storage arena(8 << 20, GetParam());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % (2 << 20), 0u);
}

INSTANTIATE_TEST_SUITE_P(Kinds, Storage, testing::Values(memory::anonymous, memory::memfd));

TEST(StorageAtPageOffset, IsZeroAndWritableToItsEnd) {
  for (const int count : {0, 1, 3, 600}) {
    const storage arena = storage::at_page_offset(pages(count), 2112);
    ASSERT_EQ(arena.size(), pages(count));
    if (count == 0) continue;
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % pages(1), 2112u);
    EXPECT_TRUE(
        std::ranges::all_of(std::span(arena.data(), arena.size()), [](std::byte b) { return b == std::byte{0}; }));
    arena.data()[arena.size() - 1] = std::byte{1};
  }
}

TEST(StorageAtPageOffset, StartsBehindTheStartOfAHugePage) {
  const storage arena = storage::at_page_offset(8 << 20, 2112);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(arena.data()) % (2 << 20), 2112u);
}

TEST(StorageAtPageOffset, LeavesNothingBehind) {
  const resources before;
  for (int i = 0; i < 10; ++i) {
    storage small = storage::at_page_offset(pages(1), 128), large = storage::at_page_offset(8 << 20, 64);
    std::byte* const data = large.data();
    small = std::move(large);
    EXPECT_EQ(small.data(), data);
    storage moved(std::move(small));
    EXPECT_EQ(moved.data(), data);
  }
  EXPECT_EQ(resources(), before);
}

TEST(StorageLimits, TooMuchMemoryIsAnError) {
  EXPECT_THROW(storage(std::size_t{1} << 60, memory::anonymous), brick::storage_limit);
  EXPECT_THROW(storage::at_page_offset(std::size_t{1} << 60, 64), brick::storage_limit);
  EXPECT_THROW(storage(std::size_t{1} << 62, memory::memfd), brick::storage_limit);
}

TEST(StorageLimits, FallsBackToAnonymousWithoutFiles) {
  const no_memory_files limit;
  EXPECT_THROW(storage(page, memory::memfd), brick::storage_limit);
  const storage arena = storage::with_views_if_possible(page);
  EXPECT_EQ(arena.kind(), memory::anonymous);
  EXPECT_NE(arena.refusal(), "");
  EXPECT_THROW(view(arena, {{0, page}}), brick::storage_limit);
}

/// Bytes of memory files that this process sees through huge pages.
std::int64_t huge_bytes() {
  std::ifstream maps("/proc/self/smaps");
  std::int64_t kilobytes = 0;
  for (std::string word; maps >> word;)
    if (std::int64_t mapped = 0; word == "ShmemPmdMapped:" && maps >> mapped) kilobytes += mapped;
  return kilobytes << 10;
}

TEST(HugePages, OfAFileAndItsViews) {
  constexpr auto huge = static_cast<std::int64_t>(brick::huge_page_bytes);
  const std::int64_t before = huge_bytes();
  const storage arena(4 * huge, memory::memfd, {.private_bytes = huge, .shown_bytes = 0});
  for (int i = 0; i < 4; ++i)
    arena.data()[i * huge + 5] = std::byte(i);
  const std::string refusal = arena.use_huge_pages();
  EXPECT_EQ(arena.data()[2 * huge + 5], std::byte{2});
  // Kernels before 6.1, and those without huge pages, refuse: what was written must stay, which has been looked at.
  if (!refusal.empty()) GTEST_SKIP() << refusal;
  EXPECT_EQ(huge_bytes() - before, 3 * huge);
  const view shown(arena, {{3 * huge, huge}, {huge, huge}});
  EXPECT_EQ(shown.data()[5], std::byte{3});
  EXPECT_EQ(shown.data()[huge + 5], std::byte{1});
  EXPECT_EQ(huge_bytes() - before, 5 * huge);
}

TEST(HugePages, WhyThereAreNone) {
  EXPECT_EQ(storage(page, memory::anonymous).use_huge_pages(), "no huge pages: the storage is no memory file");
  const storage small(page, memory::memfd);
  EXPECT_EQ(small.use_huge_pages().find("no huge pages: "), 0u);
}

TEST(View, ShowsPiecesSideBySide) {
  const storage arena(8 * page, memory::memfd);
  for (int i = 0; i < 8; ++i)
    arena.data()[i * page] = std::byte(i);
  const view shown(arena, {{5 * page, page}, {page, 2 * page}});
  EXPECT_EQ(shown.size(), static_cast<std::size_t>(3 * page));
  EXPECT_EQ(shown.data()[0], std::byte{5});
  EXPECT_EQ(shown.data()[page], std::byte{1});
  EXPECT_EQ(shown.data()[2 * page], std::byte{2});
  shown.data()[0] = std::byte{55};
  EXPECT_EQ(arena.data()[5 * page], std::byte{55});
}

TEST(View, RefusesWhatIsNotWholePages) {
  const storage arena(8 * page, memory::memfd);
  EXPECT_THROW(view(arena, {{8, page}}), brick::error);
  EXPECT_THROW(view(arena, {{0, page - 8}}), brick::error);
  EXPECT_THROW(view(arena, {{7 * page, 2 * page}}), brick::error);
}

TEST(View, CannotShowThePrivatePart) {
  const storage arena(8 * page, memory::memfd, {.private_bytes = pages(3)});
  EXPECT_EQ(arena.size(), static_cast<std::size_t>(8 * page));
  for (int i = 0; i < 8; ++i)
    arena.data()[i * page] = std::byte(i);
  EXPECT_EQ(view(arena, {{7 * page, page}, {3 * page, page}}).data()[page], std::byte{3});
  EXPECT_THROW(view(arena, {{2 * page, 2 * page}}), brick::error);
}

TEST(Show, AnotherFileBehindTheArena) {
  const storage arena(2 * page, memory::memfd, {.private_bytes = pages(1), .shown_bytes = pages(4)});
  const storage other(3 * page, memory::memfd);
  arena.show(other.file(), {page, 4 * page, 2 * page});
  other.data()[2 * page] = std::byte{9};
  EXPECT_EQ(arena.data()[5 * page], std::byte{9});
  EXPECT_THROW(arena.show(other.file(), {0, page, page}), brick::error);
  EXPECT_THROW(arena.show(other.file(), {0, 5 * page, 2 * page}), brick::error);
  EXPECT_THROW(arena.show(-1, {0, 3 * page, page}), brick::storage_limit);
}

TEST(Show, LeavesNothingBehind) {
  const resources before;
  for (int i = 0; i < 10; ++i) {
    storage arena(3 * page, memory::memfd, {.private_bytes = pages(1), .shown_bytes = pages(2)});
    arena.show(arena.file(), {0, 3 * page, page});
    arena = storage(page, memory::memfd, {.private_bytes = 0, .shown_bytes = pages(1)});
  }
  EXPECT_EQ(resources(), before);
}

TEST(View, LeavesNothingBehind) {
  const storage arena(8 * page, memory::memfd);
  const resources before;
  for (int i = 0; i < 10; ++i) {
    view a(arena, {{5 * page, page}, {0, page}}), b(arena, {{page, page}, {3 * page, page}});
    a = std::move(b);
  }
  EXPECT_EQ(resources(), before);
}

TEST(View, TooManyMappingsIsAnExpectedError) {
  const storage arena(64 * page, memory::memfd);
  std::vector<brick::extent> pieces;
  for (std::int64_t i = 0; i < 32; ++i)
    pieces.push_back({2 * i * page, page});
  const resources before;
  {
    const no_more_mappings limit;
    // Where the kernel (vm.max_map_count) allows more mappings than the test dares to make, there is no error to
    // expect.
    if (!limit.reached()) GTEST_SKIP() << "this system has no limit on mappings";
    EXPECT_THROW(view(arena, pieces), brick::storage_limit);
  }
  EXPECT_EQ(resources(), before);
  EXPECT_NO_THROW(view(arena, pieces));
}

} // namespace
