// SPDX-License-Identifier: MIT
// The surface order: a permutation of the regions, with the closed form's number of messages.
#include "brick/surface_order.hpp"

#include <algorithm>
#include <stdexcept>

#include <gtest/gtest.h>

#include "brick/direction.hpp"

namespace {

class SurfaceOrder : public testing::TestWithParam<int> {};

TEST_P(SurfaceOrder, IsAPermutationOfTheRegions) {
  const int dims = GetParam();
  std::vector<int> order = brick::surface_order(dims);
  std::ranges::sort(order);
  EXPECT_EQ(std::ranges::adjacent_find(order), order.end());
  EXPECT_EQ(static_cast<int>(order.size()), brick::neighbour_count(dims));
  EXPECT_FALSE(std::ranges::binary_search(order, brick::middle_direction(dims)));
}

TEST_P(SurfaceOrder, NeedsTheFewestMessages) {
  const int dims = GetParam();
  EXPECT_EQ(brick::message_count(dims, brick::surface_order(dims)), brick::optimal_message_count(dims));
}

TEST_P(SurfaceOrder, IsTheSameEveryTime) {
  EXPECT_EQ(brick::surface_order(GetParam()), brick::surface_order(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Dims, SurfaceOrder, testing::Range(1, 6));

TEST(MessageCount, ClosedForms) {
  const int optimal[]{2, 9, 42, 209, 1042}, neighbours[]{2, 8, 26, 80, 242}, basic[]{2, 16, 98, 544, 2882};
  for (int dims = 1; dims <= 5; ++dims) {
    EXPECT_EQ(brick::optimal_message_count(dims), optimal[dims - 1]);
    EXPECT_EQ(brick::neighbour_count(dims), neighbours[dims - 1]);
    EXPECT_EQ(brick::basic_message_count(dims), basic[dims - 1]);
  }
}

TEST(MessageCount, OfAPlainOrderIsLarger) {
  std::vector<int> plain; // row-major, PPoPP'21, figure 2: 12 messages
  for (int code = 0; code < 9; ++code)
    if (code != 4) plain.push_back(code);
  EXPECT_EQ(brick::message_count(2, plain), 12);
}

TEST(MessageCount, RefusesOtherDimensions) {
  EXPECT_THROW(brick::surface_order(0), std::invalid_argument);
  EXPECT_THROW(brick::surface_order(6), std::invalid_argument);
}

} // namespace
