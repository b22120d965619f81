// SPDX-License-Identifier: MIT
// Whether sweeps are streaming: by their size, or by their times.
#include "brick/streaming_choice.hpp"

#include <cstddef>
#include <limits>

#include <gtest/gtest.h>

namespace {

using brick::detail::streaming_choice;
using brick::detail::streaming_choices;

/// How many of so many sweeps were streaming, where such ones take `streaming` seconds and others `usual`.
int streamed(streaming_choice& choice, int sweeps, double streaming, double usual) {
  int count = 0;
  for (int i = 0; i < sweeps; ++i) {
    count += choice.now();
    choice.took(choice.now() ? streaming : usual);
  }
  return count;
}

constexpr int first = 10, timed = 20, between = 1000; ///< sweeps

TEST(StreamingChoice, TheFasterWayIsKept) {
  streaming_choice choice(false);
  EXPECT_EQ(streamed(choice, first, 1, 2), 0);
  EXPECT_EQ(streamed(choice, timed, 1, 2), timed / 2);
  EXPECT_EQ(streamed(choice, 100, 1, 2), 100);
}

TEST(StreamingChoice, TheUsualWayIsKeptUnlessTheOtherOneIsFasterByMoreThanNoise) {
  for (const bool usual : {false, true}) {
    streaming_choice choice(usual);
    streamed(choice, first + timed, usual ? 1 : 0.97, usual ? 0.97 : 1);
    EXPECT_EQ(streamed(choice, 100, 1, 1), usual ? 100 : 0);
  }
}

TEST(StreamingChoice, SweepsThatTakeLongForAWhileDoNotDecide) {
  for (const int from : {10, 15, 20, 25}) {
    streaming_choice choice(false);
    streamed(choice, from, 1, 1);
    streamed(choice, 5, 100, 100);
    streamed(choice, first + timed - from - 5, 1, 1);
    EXPECT_EQ(streamed(choice, 100, 1, 1), 0) << from;
  }
}

TEST(StreamingChoice, FindsThatTheOtherWayHasBecomeFaster) {
  streaming_choice choice(false);
  EXPECT_EQ(streamed(choice, first + timed + between, 2, 1), timed / 2);
  streamed(choice, timed, 1, 2);
  EXPECT_EQ(streamed(choice, between, 1, 2), between);
  streamed(choice, timed, 2, 1);
  EXPECT_EQ(streamed(choice, between, 2, 1), 0) << "and back";
}

void one() {}
void two() {}

TEST(StreamingChoices, SizeAloneDecidesFarFromThatOfTheCaches) {
  streaming_choices choices;
  EXPECT_EQ(choices.of(one, 50, 100), nullptr);
  EXPECT_EQ(choices.of(one, 200, 100), nullptr);
  EXPECT_EQ(choices.of(one, 1000, 0), nullptr) << "always streaming";
  EXPECT_EQ(choices.of(one, 1000, std::numeric_limits<std::size_t>::max()), nullptr) << "never";
  ASSERT_NE(choices.of(one, 51, 100), nullptr);
  EXPECT_FALSE(choices.of(one, 51, 100)->now());
  ASSERT_NE(choices.of(two, 198, 100), nullptr);
  EXPECT_TRUE(choices.of(two, 198, 100)->now());
}

TEST(StreamingChoices, EachStencilHasItsOwn) {
  streaming_choices choices;
  streamed(*choices.of(one, 80, 100), 100, 1, 2);
  EXPECT_TRUE(choices.of(one, 80, 100)->now());
  EXPECT_FALSE(choices.of(two, 80, 100)->now());
}

} // namespace
