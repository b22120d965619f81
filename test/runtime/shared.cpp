// SPDX-License-Identifier: MIT
// Bricks of other ranks read where they lie: nobody's cells change while others read them, host programs see what they
// would see with messages, and memories that cannot be shared mix with those that can.
#include <chrono>
#include <cstdlib>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "brick/storage.hpp"
#include "main_mpi.hpp"
#include "stencils.hpp"
#include "system_limits.hpp"

namespace {

using brick::field;
using brick::grid;
using brick::strategy;

/// Sweeps of some ranks take long, so that others are ahead: those with this remainder modulo 3 in this test.
int slow_ranks = -1;

/// Sweeps of this rank throw.
int failing_rank = -1;

void ends(brick::out<double, 1> next, brick::in<double, 1> a, brick::in<double, 1> b) {
  next(0) = a(-1) + a(1) + b(-1) + b(1);
}

} // namespace

template <> struct brick::generated<ends> {
  static constexpr brick::index<1> brick{16}, radius{1};
  static constexpr std::array<bool, 3> reads_ghosts{false, true, true};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;
  static void sweep(const brick::sweep_range& range, double* next, const double* a, const double* b) {
    if (program().rank() % 3 == slow_ranks) std::this_thread::sleep_for(std::chrono::milliseconds(3));
    if (program().rank() == failing_rank && range.count > 0) throw brick::error("no such luck");
    for (std::int64_t n = 0; n < range.count; ++n)
      for (std::int64_t i = 0; i < 16; ++i) {
        const std::int32_t* const around = range.adjacency + std::int64_t{range.bricks[n]} * 3;
        const brick::index<1> cell{i};
        const stencils::window<double, 1> of_a{a, around, brick, cell}, of_b{b, around, brick, cell};
        next[around[1] * 16 + i] = of_a(-1) + of_a(1) + of_b(-1) + of_b(1);
      }
  }
};

namespace {

constexpr brick::step_plan<1> plan{.brick = {16}, .halo = {1}, .exchange = strategy::shared};

grid<1> on_cells(std::int64_t cells) { return grid<1>(program(), {.cells = {cells}}, plan); }

/// All cells of this rank are `expected`.
void expect_all(const field<double, 1>& u, double expected) {
  u.for_each([&](const brick::point<1>& p, double value) { ASSERT_EQ(value, expected) << "cell " << p[0]; });
}

/// Calls `write(u, round)` after every sweep that reads `u`, which sets all cells to the round.
template <class Write> void check_writer(Write&& write) {
  const grid<1> on = on_cells(32 * program().size());
  field<double, 1> u(on, "u"), v(on, "v"), next(on, "next");
  EXPECT_EQ(u.exchange_used(), strategy::shared) << u.exchange_fallback();
  v.fill(0.5);
  u.fill(0.0);
  for (int round = 0; round < 12; ++round) {
    slow_ranks = round % 3;
    brick::apply<ends>(next, u, v);
    write(u, next, round + 1);
    expect_all(next, 2 * round + 1);
  }
  slow_ranks = -1;
}

TEST(Shared, FillWaitsForReaders) {
  check_writer([](auto& u, auto&, int round) { u.fill(round); });
}

TEST(Shared, RawAccessWaitsForReaders) {
  check_writer([](auto& u, auto&, int round) {
    double* const cells = u.data();
    u.grid().for_each_piece(u.grid().own_cells(), 1, [&](const auto&, std::int64_t length, std::int64_t offset) {
      std::fill_n(cells + offset, length, round);
    });
    u.invalidate_ghosts();
  });
}

TEST(Shared, SweepsWaitForReaders) {
  const grid<1> on = on_cells(32 * program().size());
  field<double, 1> u(on, "u"), next(on, "next"), zero(on, "zero");
  u.fill(1.0);
  double expected = 1;
  for (int round = 0; round < 12; ++round) { // each sweep writes what the one before has read
    slow_ranks = round % 3;
    brick::apply<ends>(next, u, zero);
    swap(u, next);
    expected *= 2;
    expect_all(u, expected);
  }
  slow_ranks = -1;
}

/// Whether the system grants them or not, fields are right; where it does not, a note says so.
TEST(Shared, ImposedHugePages) {
  for (const strategy how : {strategy::shared, strategy::memmap}) {
    brick::step_plan<1> on_pages = plan;
    on_pages.exchange = how;
    ::setenv("BRICK_PAGE_BYTES", std::to_string(brick::huge_page_bytes).c_str(), 1);
    const grid<1> on(program(), {.cells = {32 * program().size()}}, on_pages);
    ::unsetenv("BRICK_PAGE_BYTES");
    field<double, 1> u(on, "u"), next(on, "next"), zero(on, "zero");
    EXPECT_EQ(u.exchange_used(), how) << u.exchange_fallback();
    u.fill(1.0);
    double expected = 1;
    for (int round = 0; round < 3; ++round) {
      brick::apply<ends>(next, u, zero);
      swap(u, next);
      expected *= 2;
      expect_all(u, expected);
    }
  }
}

TEST(Shared, HostProgramsSeeTheirNeighboursCells) {
  const std::int64_t cells = 32 * program().size();
  const grid<1> on = on_cells(cells);
  field<double, 1> u(on, "u"), v(on, "v"), next(on, "next");
  const brick::box<1> own = on.own_cells();
  for (int round = 0; round < 6; ++round) {
    slow_ranks = round % 3;
    u.fill([&](const brick::point<1>& p) { return static_cast<double>(p[0] + 1000 * round); });
    if (round % 2 == 0) brick::apply<ends>(next, u, v); // then the exchange has taken place, but copied nothing
    u.exchange_ghosts();
    const auto at = [&](std::int64_t cell) { return std::as_const(u).data()[u.offset_of({cell})]; };
    if (on.ghost_depth()[0] > 0) {
      EXPECT_EQ(at(own.low[0] - 1), (own.low[0] - 1 + cells) % cells + 1000 * round);
      EXPECT_EQ(at(own.high[0]), own.high[0] % cells + 1000 * round);
    }
  }
  slow_ranks = -1;
}

TEST(Shared, ExchangesSeenToCompleteByTheirHandlesAreFinished) {
  const std::int64_t cells = 32 * program().size();
  const grid<1> on = on_cells(cells);
  field<double, 1> u(on, "u");
  const brick::box<1> own = on.own_cells();
  for (int round = 0; round < 6; ++round) {
    u.fill(round);
    brick::exchange_handle messages = u.start_ghosts();
    if (program().rank() % 2 == round % 2)
      while (messages && !messages.test())
        std::this_thread::yield();
    u.finish_ghosts(messages);
    EXPECT_TRUE(u.ghosts_valid()); // on all ranks, or the next exchange would not begin on all
    if (on.ghost_depth()[0] > 0) {
      EXPECT_EQ(std::as_const(u).data()[u.offset_of({own.high[0]})], round);
    }
  }
}

TEST(Shared, SweepsThatThrowHaveReadToo) {
  const grid<1> on = on_cells(32 * program().size()); // no brick is computed before the exchange is complete
  field<double, 1> u(on, "u"), v(on, "v"), next(on, "next");
  for (int round = 0; round < 6; ++round) {
    u.fill(round);
    failing_rank = round % program().size();
    const auto apply = [&] { brick::apply<ends>(next, u, v); };
    if (program().rank() == failing_rank)
      EXPECT_THROW(apply(), brick::error);
    else
      apply();
    failing_rank = -1;
    u.fill(round + 0.5); // waits for all neighbours
    apply();
    expect_all(next, 2 * round + 1);
  }
}

TEST(Shared, SmallerElementsThanThePlansTravelInMessages) {
  const brick::step_plan<2> doubles{.brick = {4, 8}, .halo = {2, 2}, .exchange = strategy::shared};
  for (const bool wraps : {true, false}) {
    const grid<2> on(program(), {.cells = {48, 80}, .wrap_in_place = wraps}, doubles);
    field<float, 2> u(on, "u");
    EXPECT_EQ(u.exchange_used(), strategy::layout);
    u.fill([](const brick::point<2>& p) { return static_cast<float>(100 * p[0] + p[1]); });
    u.exchange_ghosts();
    brick::box<2> zone = on.own_cells();
    if (brick::empty(zone)) continue;
    for (int a = 0; a < 2; ++a) {
      zone.low[a] -= on.ghost_depth()[a];
      zone.high[a] += on.ghost_depth()[a];
    }
    brick::for_each_in<2>(zone, [&](const brick::index<2>& cell) {
      const float expected = static_cast<float>(100 * ((cell[0] + 48) % 48) + (cell[1] + 80) % 80);
      ASSERT_EQ(std::as_const(u).data()[u.offset_of(cell)], expected) << brick::to_string(cell);
    });
  }
}

TEST(Shared, MixesWithMemoriesThatCannotBeShared) {
  // What falls back are messages between ranks; runtime-mpi.2-ranks and those of more ranks run this.
  if (program().size() == 1) GTEST_SKIP() << "one rank shares nothing";
  const grid<1> on = on_cells(32 * program().size());
  field<double, 1> u(on, "u"), next(on, "next");
  {
    std::optional<brick_test::no_memory_files> limit;
    if (program().rank() == program().size() - 1) limit.emplace();
    field<double, 1> v(on, "v");
    limit.reset();
    EXPECT_EQ(v.exchange_used(), strategy::memmap); // whose messages are of one piece here, and need no views
    EXPECT_NE(v.exchange_fallback().find("shared is not possible on rank " + std::to_string(program().size() - 1)),
              std::string::npos)
        << v.exchange_fallback();
    for (int round = 0; round < 6; ++round) {
      slow_ranks = round % 3;
      u.fill(round);
      v.fill(2 * round);
      brick::apply<ends>(next, u, v);
      u.fill(-1);
      v.fill(-1);
      expect_all(next, 6 * round);
    }
    slow_ranks = -1;
  }
}

TEST(Shared, LeavesNothingBehind) {
  const auto use = [] {
    const grid<1> on = on_cells(32 * program().size());
    field<double, 1> u(on, "u"), v(on, "v"), next(on, "next");
    for (int round = 0; round < 10; ++round)
      brick::apply<ends>(next, u, v);
  };
  use(); // MPI may open its own files on first use
  const brick_test::resources before;
  for (int i = 0; i < 5; ++i)
    use();
  EXPECT_EQ(brick_test::resources(), before);
}

} // namespace
