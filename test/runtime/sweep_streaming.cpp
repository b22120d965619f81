// SPDX-License-Identifier: MIT
// Which sweeps are streaming.
#include <algorithm>
#include <array>
#include <chrono>
#include <limits>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"

namespace {

constexpr std::int64_t bricks = 20; ///< of each rank
constexpr std::size_t bytes = 2 * 8 * 16 * bricks;

int sweeps, streamed;
bool streaming_is_slow = false;

void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }

} // namespace

template <> struct brick::generated<copy> {
  static constexpr brick::index<1> brick{16}, radius{};
  static constexpr std::array<bool, 2> reads_ghosts{};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 10;

  static void sweep(const brick::sweep_range& range, double* next, const double* u) {
    ++sweeps;
    streamed += range.streaming;
    if (range.streaming == streaming_is_slow) std::this_thread::sleep_for(std::chrono::milliseconds(2));
    for (std::int64_t i = 0; i < range.count; ++i)
      std::copy_n(u + range.bricks[i] * 16, 16, next + range.bricks[i] * 16);
  }
};

namespace {

/// How many of so many sweeps over fields of `bytes` in all are.
int streamed_of(int count, std::size_t from, bool slow) {
  const brick_test::changed_runtime runtime({.streaming_from_bytes = from});
  const brick::grid<1> on(program(), {.cells = {16 * bricks * program().size()}}, {.brick = {16}});
  brick::field<double, 1> u(on, "u"), next(on, "next");
  u.fill([](brick::point<1> p) { return static_cast<double>(p[0]); });
  sweeps = streamed = 0;
  streaming_is_slow = slow;
  for (int i = 0; i < count; ++i)
    brick::apply<copy>(next, u);
  EXPECT_EQ(next.gather(0), u.gather(0));
  EXPECT_EQ(sweeps, count);
  return streamed;
}

TEST(SweepStreaming, FarFromTheSizeOfTheCachesItIsThatOfTheFields) {
  EXPECT_EQ(streamed_of(3, 2 * bytes, true), 0);
  EXPECT_EQ(streamed_of(3, bytes / 2, false), 3);
  EXPECT_EQ(streamed_of(3, std::numeric_limits<std::size_t>::max(), false), 0);
  EXPECT_EQ(streamed_of(3, 0, true), 3);
}

TEST(SweepStreaming, NearIt) {
  for (const bool slow : {false, true}) {
    EXPECT_EQ(streamed_of(10, bytes, slow), 0) << "usual up to that size";
    EXPECT_EQ(streamed_of(10, bytes - 1, slow), 10) << "beyond it";
    EXPECT_EQ(streamed_of(40, bytes, slow), slow ? 10 : 20) << "the faster one behind those that are timed";
    EXPECT_EQ(streamed_of(40, bytes - 1, slow), slow ? 20 : 30);
  }
}

TEST(SweepStreaming, ARegionIsNot) {
  const brick_test::changed_runtime runtime({.streaming_from_bytes = 0});
  const brick::grid<1> on(program(), {.cells = {16 * bricks * program().size()}}, {.brick = {16}});
  brick::field<double, 1> u(on, "u"), next(on, "next");
  u.fill(1);
  next.fill(0);
  streamed = 0;
  brick::apply<copy>(brick::on<1>({{1}, {2}}), next, u);
  EXPECT_EQ(streamed, 0);
}

} // namespace
