// SPDX-License-Identifier: MIT
// Halo regions: compression keeps every list, and takes the fewest records.
#include "brick/halo_region.hpp"

#include <algorithm>
#include <limits>
#include <random>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "message_of.hpp"

namespace {

using brick::halo_record;
using brick::halo_region;
using list = std::vector<std::int64_t>;
using records = std::vector<halo_record>;

halo_region region_of(const list& indices) { return halo_region::of_indices(indices); }

/// Whether some record stands for these indices.
bool is_record(const list& x, std::size_t begin, std::size_t end) {
  const std::size_t size = end - begin;
  for (std::size_t columns = 1; columns <= size; ++columns) {
    if (size % columns != 0) continue;
    const std::int64_t stride = columns < size ? x[begin + columns] - x[begin] : 0;
    bool same = true;
    for (std::size_t i = 0; i < size; ++i)
      same = same && x[begin + i] == x[begin] + static_cast<std::int64_t>(i / columns) * stride +
                                         static_cast<std::int64_t>(i % columns);
    if (same) return true;
  }
  return false;
}

/// The fewest records for a list, by trying all.
std::size_t fewest_records(const list& x) {
  std::vector<std::size_t> fewest(x.size() + 1, 0);
  for (std::size_t begin = x.size(); begin-- > 0;) {
    fewest[begin] = x.size();
    for (std::size_t end = begin + 1; end <= x.size(); ++end)
      if (is_record(x, begin, end)) fewest[begin] = std::min(fewest[begin], 1 + fewest[end]);
  }
  return fewest[0];
}

/// A list with patterns in it: runs, rectangles, lines backwards, repetitions, noise.
list random_list(std::mt19937& random, int pieces) {
  const auto number = [&](int most) { return std::uniform_int_distribution<std::int64_t>(0, most)(random); };
  list result;
  for (int piece = 0; piece < pieces; ++piece) {
    const std::int64_t follows = result.empty() ? 20 : std::max<std::int64_t>(result.back() + 1, 20);
    const std::int64_t start = number(2) == 0 ? follows : number(40) + 20, columns = 1 + number(3),
                       rows = 1 + number(4), stride = number(12) - 4;
    for (std::int64_t row = 0; row < rows; ++row)
      for (std::int64_t column = 0; column < columns; ++column)
        result.push_back(start + row * stride + column);
  }
  return result;
}

TEST(HaloRegion, FindsTheColumnOfTheGrid) { // Tausch, figure 2.3
  const halo_region region = region_of({8, 9, 18, 19, 28, 29, 38, 39, 48, 49});
  EXPECT_EQ(region.records(), (records{{8, 2, 5, 10}}));
  EXPECT_EQ(to_string(region), "[8, 2, 5, 10]");
  EXPECT_EQ(region.size(), 10);
  EXPECT_EQ(region.end(), 50);
}

TEST(HaloRegion, FindsThatTwoRowsAreOneRun) { // Tausch, figure 2.4
  list indices(20);
  for (int i = 0; i < 20; ++i)
    indices[i] = i;
  EXPECT_EQ(region_of(indices).records(), (records{{0, 20, 1, 0}}));
}

TEST(HaloRegion, SeparatesRectanglesThatTouch) {
  EXPECT_EQ(region_of({8, 9, 18, 19, 28, 29, 30, 31, 40, 41, 50, 51}).records(),
            (records{{8, 2, 3, 10}, {30, 2, 3, 10}}));
  EXPECT_EQ(region_of({0, 5, 6, 7, 15, 16, 17, 25, 26, 27}).records(), (records{{0, 1, 1, 0}, {5, 3, 3, 10}}));
}

TEST(HaloRegion, KeepsTheOrder) {
  EXPECT_EQ(region_of({9, 8, 7, 3}).records(), (records{{9, 1, 3, -1}, {3, 1, 1, 0}}));
  EXPECT_EQ(region_of({4, 4, 4}).records(), (records{{4, 1, 3, 0}}));
  EXPECT_TRUE(region_of({4, 4, 4}).repeats());
  EXPECT_FALSE(region_of({9, 8, 7, 3}).repeats());
}

TEST(HaloRegion, ExpandsToTheList) {
  std::mt19937 random(1);
  for (int round = 0; round < 20'000; ++round) {
    const list indices = random_list(random, 1 + round % 9);
    const halo_region region = region_of(indices);
    ASSERT_EQ(region.indices(), indices) << to_string(region);
    ASSERT_EQ(region.size(), static_cast<std::int64_t>(indices.size()));
    ASSERT_EQ(region.end(), 1 + *std::ranges::max_element(indices));
    list sorted = indices;
    std::ranges::sort(sorted);
    ASSERT_EQ(region.repeats(), std::ranges::adjacent_find(sorted) != sorted.end());
    ASSERT_EQ(halo_region(region.records()), region);
  }
}

TEST(HaloRegion, TakesTheFewestRecords) {
  std::mt19937 random(2);
  for (int round = 0; round < 3'000; ++round) {
    const list indices = random_list(random, 1 + round % 5);
    const halo_region region = region_of(indices);
    ASSERT_EQ(region.records().size(), fewest_records(indices)) << to_string(region);
  }
}

/// The elements of a box of an array with four axes.
list indices_of(const list& extents, const list& low, const list& high) {
  list indices;
  for (std::int64_t i = low[0]; i < high[0]; ++i)
    for (std::int64_t j = low[1]; j < high[1]; ++j)
      for (std::int64_t k = low[2]; k < high[2]; ++k)
        for (std::int64_t l = low[3]; l < high[3]; ++l)
          indices.push_back(((i * extents[1] + j) * extents[2] + k) * extents[3] + l);
  return indices;
}

TEST(HaloRegion, OfABoxIsThatOfItsIndices) {
  std::mt19937 random(3);
  const auto number = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  for (int round = 0; round < 20'000; ++round) {
    list extents, low, high;
    for (int axis = 0; axis < 4; ++axis) {
      extents.push_back(number(1, 4));
      low.push_back(number(0, 1) == 0 ? 0 : number(0, extents[axis]));
      high.push_back(number(0, 1) == 0 ? extents[axis] : number(low[axis], extents[axis]));
    }
    const list indices = indices_of(extents, low, high);
    const halo_region region = halo_region::box(extents, low, high);
    ASSERT_EQ(region.indices(), indices) << to_string(region);
    ASSERT_LE(region.records().size(), halo_region::of_indices(indices).records().size()) << to_string(region);
  }
}

TEST(HaloRegion, OfABoxHasFewRecords) {
  const list extents{5, 6, 7};
  EXPECT_EQ(halo_region::box(extents, list{1, 0, 2}, list{3, 6, 4}).records().size(), 1u);
  EXPECT_EQ(halo_region::box(extents, list{1, 2, 0}, list{3, 5, 7}).records(), (records{{56, 21, 2, 42}}));
  const std::int64_t much = std::int64_t{1} << 31;
  EXPECT_EQ(halo_region::box(list{much, much}, list{0, 0}, list{much, much}).records(),
            (records{{0, much * much, 1, 0}}));
  EXPECT_EQ(halo_region::box(list{much, much, 2}, list{0, 0, 1}, list{much / 2, much, 2}).records().size(), 1u);
  EXPECT_EQ(halo_region::box(extents, list{1, 2, 2}, list{1, 5, 4}).size(), 0);
  EXPECT_EQ(halo_region::box(extents, list{1, 2, 2}, list{3, 5, 2}).size(), 0);
}

TEST(HaloRegion, MayBeEmpty) {
  EXPECT_TRUE(region_of({}).records().empty());
  EXPECT_EQ(halo_region({{5, 0, 3, 1}, {5, 3, 0, 1}}), halo_region());
  EXPECT_EQ(halo_region().end(), 0);
}

TEST(HaloRegion, OfIntsIsTheSame) {
  EXPECT_EQ(halo_region::of_indices(std::vector<int>{1, 2, 11, 12}), region_of({1, 2, 11, 12}));
}

TEST(HaloRegion, RefusesWhatIsNoRegion) {
  EXPECT_EQ(message_of([] { region_of({3, -1}); }), "number 1 of the indices of a halo region is negative: -1");
  EXPECT_EQ(message_of([] { halo_region({{0, -2, 1, 0}}); }),
            "the halo record [0, -2, 1, 0] (start, columns, rows, stride) has a negative number of columns");
  EXPECT_EQ(message_of([] { halo_region({{0, 2, -1, 0}}); }),
            "the halo record [0, 2, -1, 0] (start, columns, rows, stride) has a negative number of rows");
  EXPECT_EQ(message_of([] { halo_region({{9, 1, 11, -1}}); }),
            "the halo record [9, 1, 11, -1] (start, columns, rows, stride) has elements before the array");
  const std::int64_t huge = std::numeric_limits<std::int64_t>::max();
  EXPECT_NE(message_of([&] { halo_region({{0, 1, huge, huge}}); }).find("beyond 2^63"), std::string::npos);
  EXPECT_NE(message_of([&] { halo_region({{0, 4, huge, 0}}); }).find("too many elements"), std::string::npos);
  const std::int64_t much = std::int64_t{1} << 33;
  EXPECT_EQ(message_of([&] { halo_region::box(list{much, much}, list{much / 4, 0}, list{much / 4 + 1, 1}); }),
            "a box of a halo region in an array of 8589934592x8589934592 has elements beyond 2^63");
  EXPECT_NE(message_of([&] { halo_region::box(list{much, much}, list{0, 0}, list{much, much}); }), "");
  EXPECT_NE(message_of([] { halo_region::box(list{1 << 30, 1LL << 33}, list{0, 0}, list{1 << 30, 1LL << 33}); }), "");
  EXPECT_EQ(halo_region::box(list{much, much}, list{1, 5}, list{2, 6}).records(), (records{{much + 5, 1, 1, 0}}));
  EXPECT_EQ(message_of([] { halo_region::box(list{4, 4}, list{0, 2}, list{2, 5}); }),
            "a box of a halo region goes from 2 to 5 along axis 1 of an array with 4 elements there");
}

} // namespace
