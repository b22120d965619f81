// SPDX-License-Identifier: MIT
// Exchanges of random halos: every strategy brings the same bits as copying element by element.
#include "brick/halo.hpp"

#include <chrono>
#include <numeric>
#include <thread>

#include <gtest/gtest.h>

#include "halo_case.hpp"
#include "main_mpi.hpp"

namespace {

using namespace brick;
using namespace brick_test;

int rank() { return program().rank(); }

/// Adds this rank's side of all messages; `strategy_of()` gives that of each.
template <class Strategy> void add_all(halo_exchange& halos, const halo_case& c, Strategy&& strategy_of) {
  for (const halo_case_message& m : c.messages)
    for (bool sends : {true, false}) {
      halo_spec spec = m.spec(sends);
      spec.strategy = strategy_of();
      if (sends && m.from == rank()) (void)halos.add_send(spec);
      if (!sends && m.to == rank()) (void)halos.add_receive(spec);
    }
}

/// Several rounds, in arrays that change places.
void check_rounds(halo_exchange& halos, const halo_case& c) {
  halo_arrays first, second;
  for (int round = 0; round < 4; ++round) {
    halo_arrays& arrays = round % 2 ? second : first;
    arrays.fill(rank(), round);
    if (round == 3) {
      halo_status status = halos.start(arrays.all());
      while (!status.test())
        std::this_thread::yield();
    } else {
      halos.exchange(arrays.all());
    }
    ASSERT_EQ(arrays, c.expected(rank(), round)) << "round " << round;
  }
}

template <class Check> void for_random_cases(int count, Check&& check) {
  std::mt19937 random(17);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE("case " + std::to_string(i));
    check(halo_case(random, program().size()), i);
  }
}

int cases() { return program().size() <= 4 ? 60 : 20; }

void check_strategy(halo_strategy strategy) {
  for_random_cases(cases(), [&](const halo_case& c, int) {
    halo_exchange halos(program().world(), {.strategy = strategy});
    add_all(halos, c, [&] { return strategy; });
    check_rounds(halos, c);
  });
}

TEST(Halo, Packed) { check_strategy(halo_strategy::packed); }
TEST(Halo, Persistent) { check_strategy(halo_strategy::persistent); }
TEST(Halo, Types) { check_strategy(halo_strategy::types); }
TEST(Halo, Neighbourhood) { check_strategy(halo_strategy::neighbourhood); }
/// As random halos, but with several blocks a message; it takes MPI long to make windows.
void check_puts(halo_strategy strategy) {
  for_random_cases(cases() / 4, [&](const halo_case& c, int) {
    halo_exchange halos(program().world(),
                        {.strategy = strategy, .blocks = {.first = 20, .factor = 1.7, .count_every = 1}});
    add_all(halos, c, [&] { return strategy; });
    check_rounds(halos, c);
  });
}

TEST(Halo, MaximalBlock) { check_puts(halo_strategy::maximal_block); }
TEST(Halo, PackedPut) { check_puts(halo_strategy::packed_put); }
TEST(Halo, FixedPipeline) { check_puts(halo_strategy::fixed_pipeline); }
TEST(Halo, Superpipeline) { check_puts(halo_strategy::superpipeline); }

TEST(Halo, EverySideMayHaveItsOwnStrategy) {
  std::mt19937 random(5);
  for_random_cases(cases(), [&](const halo_case& c, int) {
    halo_exchange halos(program().world());
    add_all(halos, c, [&] { return static_cast<halo_strategy>(random() % 3); });
    check_rounds(halos, c);
  });
}

TEST(Halo, OneByOne) {
  std::mt19937 random(6);
  for_random_cases(cases(), [&](const halo_case& c, int number) {
    halo_exchange halos(program().world());
    add_all(halos, c, [&] { return static_cast<halo_strategy>(random() % 3); });
    if (number % 2) halos.check(); // then messages are expected before they come
    for (int round = 0; round < 3; ++round) {
      halo_arrays arrays;
      arrays.fill(rank(), round);
      std::vector<halo_status> statuses;
      for (int i = 0; i < halos.receives(); ++i)
        statuses.push_back(halos.start_receive(halo_receive{i}, arrays.all()));
      for (int i = 0; i < halos.sends(); ++i)
        statuses.push_back(halos.start_send(halo_send{i}, {arrays.reals, arrays.floats, arrays.integers}));
      for (halo_status& status : statuses)
        status.wait();
      ASSERT_EQ(arrays, c.expected(rank(), round)) << "round " << round;
    }
  });
}

TEST(Halo, PutsOneByOneAndMixed) {
  std::mt19937 random(6);
  for_random_cases(cases() / 4, [&](const halo_case& c, int number) {
    const auto first_way = [&] { return number % 2 ? halo_strategy::packed : halo_strategy::maximal_block; };
    const auto packing = [&] { return static_cast<halo_strategy>(5 + random() % 3); };
    halo_exchange halos(program().world(), {.blocks = {.first = 50, .factor = 2}});
    for (const halo_case_message& m : c.messages)
      for (bool sends : {true, false}) {
        halo_spec spec = m.spec(sends);
        spec.strategy = (m.from + m.to + m.tag) % 3 ? packing() : first_way();
        if (sends && m.from == rank()) (void)halos.add_send(spec);
        if (!sends && m.to == rank()) (void)halos.add_receive(spec);
      }
    halos.check();
    for (int round = 0; round < 3; ++round) {
      halo_arrays arrays;
      arrays.fill(rank(), round);
      std::vector<halo_status> statuses;
      for (int i = 0; i < halos.sends(); ++i)
        statuses.push_back(halos.start_send(halo_send{i}, {arrays.reals, arrays.floats, arrays.integers}));
      for (int i = 0; i < halos.receives(); ++i)
        statuses.push_back(halos.start_receive(halo_receive{i}, arrays.all()));
      for (bool all = false; !all; std::this_thread::yield()) {
        all = true;
        for (halo_status& status : statuses)
          all = status.test() && all;
      }
      ASSERT_EQ(arrays, c.expected(rank(), round)) << "round " << round;
    }
  });
}

/// A rank that is late must find what others sent, and they must wait for what it has not unpacked.
TEST(Halo, PutsWithARankThatIsLate) {
  std::mt19937 random(9);
  for (halo_strategy strategy : {halo_strategy::maximal_block, halo_strategy::packed_put, halo_strategy::fixed_pipeline,
                                 halo_strategy::superpipeline}) {
    const halo_case c(random, program().size());
    halo_exchange halos(program().world(),
                        {.strategy = strategy, .blocks = {.first = 16, .factor = 1.5, .count_every = 30}});
    add_all(halos, c, [&] { return strategy; });
    halo_arrays arrays;
    for (int round = 0; round < 12; ++round) {
      if (rank() == round / 6 % program().size()) std::this_thread::sleep_for(std::chrono::milliseconds(8));
      arrays.fill(rank(), round);
      halos.exchange(arrays.all());
      ASSERT_EQ(arrays, c.expected(rank(), round)) << to_string(strategy) << ", round " << round;
    }
  }
}

TEST(Halo, ExchangesUnderWayTogether) {
  for_random_cases(10, [&](const halo_case& c, int) {
    halo_exchange one(program().world()), other(program().world(), {.strategy = halo_strategy::types});
    for (halo_exchange* halos : {&one, &other})
      add_all(*halos, c, [] { return std::nullopt; });
    halo_arrays a, b;
    a.fill(rank(), 1);
    b.fill(rank(), 2);
    {
      const halo_status first = one.start(a.all());
      const halo_status second = other.start(b.all());
    } // completes both
    EXPECT_EQ(a, c.expected(rank(), 1));
    EXPECT_EQ(b, c.expected(rank(), 2));
  });
}

/// The ring of all ranks, where two messages go between the same ranks when there are two, and all stay when there is
/// one.
TEST(Halo, CountsWhatLeavesTheRank) {
  const int size = program().size(), left = (rank() + size - 1) % size, right = (rank() + 1) % size;
  std::vector<float> u{0, 1.f + rank(), 2.f + rank(), 0};
  halo_exchange halos(program().world());
  const auto at = [](std::int64_t i) { return std::vector{halo_part{halo_region({{i, 1, 1, 0}}), sizeof(float)}}; };
  (void)halos.add_send({.parts = at(1), .rank = left, .tag = 0});
  const halo_send up = halos.add_send({.parts = at(2), .rank = right, .tag = 1});
  (void)halos.add_receive({.parts = at(3), .rank = right, .tag = 0});
  (void)halos.add_receive({.parts = at(0), .rank = left, .tag = 1});
  for (int i = 0; i < 5; ++i)
    halos.exchange({u});
  EXPECT_EQ(u, (std::vector<float>{2.f + left, 1.f + rank(), 2.f + rank(), 1.f + right}));
  EXPECT_EQ(halos.counters().messages, size == 1 ? 0 : 10);
  EXPECT_EQ(halos.counters().bytes, size == 1 ? 0 : 40);
  EXPECT_EQ(halos.bytes(up), 4);
}

/// Three rows of two numbers go to the rank above, into a column of pairs and, behind it, a pair.
TEST(Halo, Describes) {
  const int size = program().size(), above = (rank() + 1) % size, below = (rank() + size - 1) % size;
  for (const halo_strategy strategy : {halo_strategy::packed, halo_strategy::maximal_block}) {
    halo_exchange halos(program().world(), {.strategy = strategy});
    (void)halos.add_send({.parts = {{.region = halo_region({{1, 2, 3, 10}})}}, .rank = above});
    (void)halos.add_receive({.parts = {{.region = halo_region({{40, 2, 2, 5}}), .array = 0},
                                       {.region = halo_region({{0, 2, 1, 0}}), .array = 1}},
                             .rank = below});
    const std::string name(to_string(strategy)),
        up = "halo send 0 to rank " + std::to_string(above) + ", tag 0, " + name,
        down = "halo receive 0 from rank " + std::to_string(below) + ", tag 0, " + name;
    const std::string before =
                          up + ": 48 bytes in 3 segments\n  array 0 + 8 -> message + 0: 16 bytes, 3 times, 80 apart\n",
                      received = down + ": 48 bytes in 3 segments\n"
                                        "  message + 0 -> array 0 + 320: 16 bytes, 2 times, 40 apart\n"
                                        "  message + 32 -> array 1 + 0: 16 bytes\n";
    EXPECT_EQ(halos.describe(), before + received);
    halos.check();
    const bool knows_arrays = strategy == halo_strategy::maximal_block && size > 1;
    const std::string after = up + ": 48 bytes in 3 segments\n"
                                   "  array 0 + 8 -> its array 0 + 320: 16 bytes\n"
                                   "  array 0 + 88 -> its array 0 + 360: 16 bytes\n"
                                   "  array 0 + 168 -> its array 1 + 0: 16 bytes\n";
    EXPECT_EQ(halos.describe(), (knows_arrays ? after : before) + received);
    EXPECT_TRUE(halos.describe(1).ends_with("40 apart\n  and 1 more\n")) << halos.describe(1);
  }
}

/// More than MPICH has requests; from one rank to another, since they take long.
TEST(Halo, MaximalBlockOfManySegments) {
  const int last = program().size() - 1;
  const std::int64_t n = 270'000;
  halo_exchange halos(program().world(), {.strategy = halo_strategy::maximal_block});
  if (rank() == 0) (void)halos.add_send({.parts = {{.region = halo_region({{0, 1, n, 2}})}}, .rank = last});
  if (rank() == last) (void)halos.add_receive({.parts = {{.region = halo_region({{1, 1, n, 2}})}}, .rank = 0});
  std::vector<double> u(2 * n);
  if (rank() == 0) std::iota(u.begin(), u.end(), 1);
  halos.exchange({u});
  std::int64_t wrong = 0;
  for (std::int64_t i = 0; i < n; ++i)
    wrong += u[2 * i + 1] != static_cast<double>(2 * i + 1);
  EXPECT_EQ(rank() == last ? wrong : 0, 0);
}

TEST(Halo, BigMessagesToAllAtOnce) { // too big to be sent before they are expected
  const int size = program().size();
  const std::int64_t n = 100'000;
  for (halo_strategy strategy :
       {halo_strategy::packed, halo_strategy::persistent, halo_strategy::types, halo_strategy::neighbourhood,
        halo_strategy::packed_put, halo_strategy::fixed_pipeline, halo_strategy::superpipeline}) {
    std::vector<double> u(2 * n * size);
    halo_exchange halos(program().world(), {.strategy = strategy, .threads = 2});
    for (int other = 0; other < size; ++other) {
      (void)halos.add_send({.parts = {{.region = halo_region({{2 * n * other, 1, n, 2}})}}, .rank = other});
      (void)halos.add_receive({.parts = {{.region = halo_region({{2 * n * other + 1, 1, n, 2}})}}, .rank = other});
    }
    for (std::size_t i = 0; i < u.size(); ++i)
      u[i] = static_cast<double>(rank() * u.size() + i);
    halos.exchange({u});
    std::int64_t wrong = 0;
    for (int other = 0; other < size; ++other)
      for (std::int64_t i = 0; i < n; ++i)
        wrong += u[2 * n * other + 2 * i + 1] != static_cast<double>(other * u.size() + 2 * n * rank() + 2 * i);
    EXPECT_EQ(wrong, 0) << to_string(strategy);
  }
}

} // namespace
