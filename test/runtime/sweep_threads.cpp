// SPDX-License-Identifier: MIT
// How many threads share a sweep.
#include <algorithm>
#include <array>
#include <atomic>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "changed_runtime.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

constexpr std::int64_t bricks = 20; ///< of each rank

std::atomic<int> parts; ///< that were swept, one by each thread

void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
double value_of(brick::in<double, 1> u) { return u(0); }
void inlet(brick::out<double, 1> u, brick::point<1>) { u(0) = 1; }

struct generated_copy {
  static constexpr brick::index<1> brick{16}, radius{};
  static constexpr std::array<bool, 2> reads_ghosts{};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 10;
};

/// Copies the bricks of a range to those in `next` with the number that `to(i)` has.
void copy_bricks(const brick::sweep_range& range, double* next, const double* u, auto&& to) {
  ++parts;
  for (std::int64_t i = 0; i < range.count; ++i)
    std::copy_n(u + range.bricks[i] * 16, 16, next + to(i) * 16);
}

} // namespace

template <> struct brick::generated<copy> : generated_copy {
  static void sweep(const brick::sweep_range& range, double* next, const double* u) {
    copy_bricks(range, next, u, [&](std::int64_t i) { return range.bricks[i]; });
  }
};

template <> struct brick::generated<value_of> : generated_copy {
  using value_type = double;
  static constexpr std::array<bool, 1> reads_ghosts{};
  static void sweep(const brick::sweep_range& range, double* values, const double* u) {
    copy_bricks(range, values, u, [](std::int64_t i) { return i; });
  }
};

namespace {

TEST(SweepThreads, SmallSweepsAreDoneByOne) {
  const brick::grid<1> on(program(), {.cells = {16 * bricks * program().size()}}, {.brick = {16}});
  brick::field<double, 1> u(on, "u"), next(on, "next");
  u.fill([](brick::point<1> p) { return static_cast<double>(p[0]); });
  const std::vector<double> expected = u.gather(0);
  const auto cells = static_cast<double>(on.cells()[0]);
  for (const auto& [from, threads] : {std::pair{bricks * 10 + 1, 1}, {bricks * 10, 3}, {std::int64_t{0}, 3}}) {
    const brick_test::changed_runtime runtime({.threads = 3, .threads_from_work = from});
    next.fill(-1);
    parts = 0;
    brick::apply<copy>(next, u);
    EXPECT_EQ(parts, threads) << from;
    EXPECT_EQ(next.gather(0), expected) << from;
    parts = 0;
    EXPECT_EQ(brick::reduce<value_of>(brick::sum, u), cells * (cells - 1) / 2) << from;
    EXPECT_EQ(parts, threads) << from;
  }
}

/// How many threads call the function that a field of so many cells a rank is filled with.
std::size_t filling_threads(std::int64_t cells) {
  const brick_test::changed_runtime runtime({.threads = 3});
  std::mutex guard;
  std::set<std::thread::id> threads;
  for (const bool bricks : {false, true}) {
    const brick::grid_options<1> options{.cells = {cells * program().size()}};
    const brick::grid<1> on =
        bricks ? brick::grid<1>(program(), options, {.brick = {16}}) : brick::grid<1>(program(), options);
    brick::field<double, 1> u(on, "u");
    u.fill([&](const brick::point<1>& p) {
      const std::lock_guard lock(guard);
      threads.insert(std::this_thread::get_id());
      return static_cast<double>(p[0]);
    });
    const std::vector<double> all = u.gather(0);
    for (std::size_t i = 0; i < all.size(); ++i)
      EXPECT_EQ(all[i], static_cast<double>(i));
  }
  return threads.size();
}

TEST(SweepThreads, SmallFieldsAreFilledByOne) {
  EXPECT_EQ(filling_threads(320), 1U);
  EXPECT_EQ(filling_threads(32000), 3U);
}

/// The message of the error that another thread gets for `call`.
template <class Call> std::string message_elsewhere(Call&& call) {
  std::string message;
  std::thread([&] { message = message_of(call); }).join();
  return message;
}

TEST(SweepThreads, OtherThreadsMayNotCall) {
  const brick::grid<1> on(program(), {.cells = {100 * program().size()}, .boundary = {brick::ghost}, .halo = {1}});
  brick::field<double, 1> u(on, "u"), next(on, "next");
  u.fill(1);
  next.fill(2);
  const auto expect_refused = [](auto&& call, std::string_view what) {
    const std::string message = message_elsewhere(call);
    EXPECT_TRUE(message.starts_with(what)) << message;
    EXPECT_TRUE(message.ends_with(": called by another thread than the one that made the brick::runtime, which is the "
                                  "only one that may"))
        << message;
  };
  expect_refused([&] { brick::apply<copy>(next, u); }, "brick::apply<");
  expect_refused([&] { (void)brick::reduce<value_of>(brick::sum, u); }, "brick::reduce<");
  expect_refused([&] { brick::apply_boundary<inlet>(on.low(0), u); }, "brick::apply_boundary<");
  expect_refused([&] { (void)next.gather(0); }, "gather: ");
  expect_refused([&] { program().world().barrier(); }, "MPI_Ibarrier: ");
  EXPECT_EQ(brick::reduce<value_of>(brick::sum, next), 2.0 * static_cast<double>(on.cells()[0]));
}

} // namespace
