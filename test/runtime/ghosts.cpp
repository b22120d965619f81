// SPDX-License-Identifier: MIT
// Which ghost zones a sweep of bricks exchanges, and sweeps that compute while messages travel.
#include <array>
#include <functional>
#include <memory>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"
#include "stencils.hpp"

namespace {

using brick::brick_part;
using brick::field;
using brick::grid;
using brick::point;
using brick::strategy;

/// Reads `u` beside the point, `source` at it.
void add(brick::out<double, 1> next, brick::in<double, 1> source, brick::in<double, 1> u) {
  next(0) = source(0) + u(-1) - u(1);
}
void sum(brick::out<double, 1> next, brick::in<double, 1> a, brick::in<double, 1> b) { next(0) = a(-1) + b(1); }

struct generated_pair {
  static constexpr brick::index<1> brick{16}, radius{1};

  template <class Cell> static void for_each_cell(const brick::sweep_range& range, Cell&& cell) {
    for (std::int64_t b = 0; b < range.count; ++b)
      for (std::int64_t i = 0; i < 16; ++i)
        cell(range.adjacency + std::int64_t{range.bricks[b]} * 3, brick::index<1>{i});
  }
};

} // namespace

template <> struct brick::generated<add> : generated_pair {
  static constexpr std::array<bool, 3> reads_ghosts{false, false, true};
  static constexpr auto order = brick::sweep_order::patches;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;
  static void sweep(const brick::sweep_range& range, double* next, const double* source, const double* u) {
    for_each_cell(range, [&](const std::int32_t* around, const index<1>& cell) {
      const stencils::window<double, 1> at{u, around, brick, cell};
      next[around[1] * 16 + cell[0]] = source[around[1] * 16 + cell[0]] + at(-1) - at(1);
    });
  }
};

template <> struct brick::generated<sum> : generated_pair {
  static constexpr std::array<bool, 3> reads_ghosts{false, true, true};
  static constexpr auto order = brick::sweep_order::columns;
  static constexpr auto omission = brick::sweep_omission::nothing;
  static constexpr std::int64_t work = 1;
  static void sweep(const brick::sweep_range& range, double* next, const double* a, const double* b) {
    for_each_cell(range, [&](const std::int32_t* around, const index<1>& cell) {
      const stencils::window<double, 1> left{a, around, brick, cell}, right{b, around, brick, cell};
      next[around[1] * 16 + cell[0]] = left(-1) + right(1);
    });
  }
};

namespace {

constexpr std::int64_t cells = 16 * 40;

double square(const point<1>& p) { return static_cast<double>(p[0] * p[0]); }

class Ghosts : public testing::Test {
protected:
  void SetUp() override {
    u.fill(square);
    v.fill(1000);
    program().reset_metrics();
  }

  grid<1> on{program(), {.cells = {cells}}, {.brick = {16}, .halo = {1}}};
  field<double, 1> next{on, "next"}, u{on, "u"}, v{on, "v"};
};

TEST_F(Ghosts, OnlyOfInputsReadBesideThePoint) {
  brick::apply<add>(next, v, u);
  EXPECT_TRUE(u.ghosts_valid());
  EXPECT_FALSE(v.ghosts_valid());
  EXPECT_FALSE(next.ghosts_valid());
  EXPECT_EQ(program().state()->metrics.exchanges, 1);
  next.for_each([](const point<1>& p, double value) {
    if (p[0] > 0 && p[0] + 1 < cells) ASSERT_EQ(value, static_cast<double>(1000 - 4 * p[0]));
  });
}

TEST_F(Ghosts, OfSeveralInputsTravelTogether) {
  brick::apply<sum>(next, u, v);
  EXPECT_TRUE(u.ghosts_valid());
  EXPECT_TRUE(v.ghosts_valid());
  EXPECT_EQ(program().state()->metrics.exchanges, 2);
  next.for_each([](const point<1>& p, double value) {
    const std::int64_t left = (p[0] + cells - 1) % cells;
    ASSERT_EQ(value, static_cast<double>(left * left + 1000));
  });
}

TEST_F(Ghosts, OfAFieldPassedTwiceTravelOnce) {
  brick::apply<sum>(next, u, u);
  EXPECT_TRUE(u.ghosts_valid());
  EXPECT_EQ(program().state()->metrics.exchanges, 1);
  brick::apply<sum>(next, u, u);
  EXPECT_EQ(program().state()->metrics.exchanges, 1);
}

TEST_F(Ghosts, SplitASweepOnlyWhileMessagesTravel) {
  const bool has_neighbours = program().world().size() > 1;
  for (strategy how : {strategy::shared, strategy::layout}) {
    const grid<1> elsewhere(program(), {.cells = {cells}}, {.brick = {16}, .halo = {1}, .exchange = how});
    field<double, 1> to(elsewhere, "to"), source(elsewhere, "source"), from(elsewhere, "from");
    std::vector<brick_part> parts;
    auto fields = brick::detail::fields_of_call<add>(brick::detail::bind_for<add>(to, source, from));
    brick::detail::exchange_and_compute<1>(elsewhere, fields, [&](const auto& part) { parts.push_back(part.bricks); });
    if (how == strategy::layout && has_neighbours)
      EXPECT_EQ(parts, (std::vector{brick_part::inner, brick_part::surface}));
    else
      EXPECT_EQ(parts, std::vector{brick_part::all});
  }
}

TEST_F(Ghosts, ExchangedInTwoHalves) {
  brick::exchange_handle first = u.start_ghosts();
  EXPECT_TRUE(first);
  EXPECT_FALSE(u.start_ghosts()); // under way
  EXPECT_FALSE(u.ghosts_valid());
  u.finish_ghosts(first);
  EXPECT_TRUE(u.ghosts_valid());
  EXPECT_FALSE(u.start_ghosts()); // nothing to do
}

TEST_F(Ghosts, CompletedByWhatNeedsThem) {
  for (strategy how : {strategy::shared, strategy::memmap, strategy::layout, strategy::packed}) {
    const grid<1> elsewhere(program(), {.cells = {cells}}, {.brick = {16}, .halo = {1}, .exchange = how});
    field<double, 1> to(elsewhere, "to"), from(elsewhere, "from");
    for (bool by_call : {true, false}) {
      from.fill([](const brick::point<1>& p) { return static_cast<double>(p[0]); });
      brick::exchange_handle messages = from.start_ghosts();
      EXPECT_TRUE(messages);
      if (by_call)
        brick::apply<sum>(to, from, from);
      else
        from.exchange_ghosts();
      EXPECT_TRUE(from.ghosts_valid());
      from.fill(1);
      brick::exchange_handle next = from.start_ghosts();
      from.finish_ghosts(messages); // of the exchange before
      from.finish_ghosts(next);
      EXPECT_TRUE(from.ghosts_valid());
    }
  }
}

TEST_F(Ghosts, CompletedBeforeCellsAreWritten) {
  field<double, 1> other(on, "other");
  const std::array<std::function<void()>, 4> writes{
      [&] { u.fill(2); }, [&] { u.data()[0] = 2; }, [&] { brick::apply<sum>(u, other, other); },
      [&] { u.scatter(std::vector<double>(program().world().rank() == 0 ? cells : 0)); }};
  for (const std::function<void()>& write : writes) {
    u.invalidate_ghosts();
    brick::exchange_handle messages = u.start_ghosts();
    write();
    EXPECT_FALSE(messages);
  }
}

/// What a runtime has left to MPI stays when the runtime has gone, known to nobody but itself. LeakSanitizer looks for
/// such memory when the process has ended, so who knows it here never ends.
void remember(const std::shared_ptr<std::vector<std::shared_ptr<void>>>& abandoned) {
  static auto& all = *new std::vector<std::shared_ptr<void>>;
  all.push_back(abandoned);
}

static_assert(!std::is_copy_constructible_v<field<double, 1>> && !std::is_copy_assignable_v<field<double, 1>>);
static_assert(!std::is_copy_constructible_v<brick::interleaved<double, 1>>);

TEST_F(Ghosts, GivenUpByAnExceptionAreTheLast) {
  const brick::runtime doomed; // with communicators of its own
  remember(doomed.state()->abandoned);
  const grid<1> elsewhere(doomed, {.cells = {cells}}, {.brick = {16}, .halo = {1}});
  const field<double, 1> a(elsewhere, "a"), b(elsewhere, "b");
  EXPECT_THROW(
      {
        const brick::exchange_handle messages = a.start_ghosts();
        throw brick::error("something else");
      },
      brick::error);
  EXPECT_THROW(a.exchange_ghosts(), brick::error);
  EXPECT_THROW(b.exchange_ghosts(), brick::error);
  doomed.world().barrier();
}

TEST_F(Ghosts, MemoryThatMessagesMayComeToIsKept) {
  const brick::runtime doomed;
  const auto& kept = *doomed.state()->abandoned;
  remember(doomed.state()->abandoned);
  {
    const grid<1> elsewhere(doomed, {.cells = {cells}}, {.brick = {16}, .halo = {1}});
    {
      const field<double, 1> complete(elsewhere, "complete");
    }
    EXPECT_TRUE(kept.empty());
    const field<double, 1> a(elsewhere, "a");
    EXPECT_THROW(
        {
          const brick::exchange_handle messages = a.start_ghosts();
          throw brick::error("something else");
        },
        brick::error);
  }
  EXPECT_EQ(kept.size(), 1U);
  doomed.world().barrier();
}

TEST_F(Ghosts, SharesOfTheHalvesAreThoseOfTheWhole) {
  for (int threads : {1, 2, 3, 7})
    for (int thread = 0; thread < threads; ++thread) {
      std::vector<std::int32_t> halves, whole;
      for (brick_part part : {brick_part::inner, brick_part::surface})
        for (std::int32_t id : on.bricks().share_of(part, thread, threads))
          halves.push_back(id);
      for (std::int32_t id : on.bricks().share_of(brick_part::all, thread, threads))
        whole.push_back(id);
      std::ranges::sort(halves);
      std::ranges::sort(whole);
      EXPECT_EQ(halves, whole);
    }
}

} // namespace
