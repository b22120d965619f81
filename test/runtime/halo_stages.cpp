// SPDX-License-Identifier: MIT
// The stages of a halo exchange, and operations that start before earlier ones are complete.
#include <thread>

#include <gtest/gtest.h>
#include <mpi.h>

#include "brick/halo.hpp"
#include "brick/mpi.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;

int rank() { return program().rank(); }
int size() { return program().size(); }
int next() { return (rank() + 1) % size(); }
int previous() { return (rank() + size() - 1) % size(); }

constexpr std::int64_t n = 20;

/// The even elements of a vector of doubles and the first ones of a vector of ints.
std::vector<halo_part> two_arrays(std::int64_t first) {
  return {{.region = halo_region({{first, 1, n / 2, 2}}), .element_bytes = sizeof(double), .array = 0},
          {.region = halo_region({{4 * first, 3, 1, 0}}), .element_bytes = sizeof(int), .array = 1}};
}

struct ring {
  explicit ring(halo_options options = {}, int to = next(), int from = previous())
      : ring(std::move(options), program().world(), to, from) {}

  ring(halo_options options, const communicator& ranks, int to = next(), int from = previous())
      : halos(ranks, std::move(options)), send(halos.add_send({.parts = two_arrays(0), .rank = to})),
        receive(halos.add_receive({.parts = two_arrays(1), .rank = from})) {}

  void fill(int round, int from = rank()) {
    for (std::int64_t i = 0; i < n; ++i) {
      reals[i] = i % 2 ? 0 : 100 * from + round + static_cast<double>(i);
      integers[i] = i < 4 ? 10 * from + round : -1;
    }
  }

  void expect(int round, int from = previous()) {
    for (std::int64_t i = 0; i < n; i += 2)
      EXPECT_EQ(reals[i + 1], 100 * from + round + static_cast<double>(i));
    for (std::int64_t i = 4; i < 7; ++i)
      EXPECT_EQ(integers[i], 10 * from + round);
  }

  halo_exchange halos;
  halo_send send;
  halo_receive receive;
  std::vector<double> reals = std::vector<double>(n);
  std::vector<int> integers = std::vector<int>(n);
};

TEST(HaloStages, ArrayByArray) {
  for (halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent}) {
    ring r({.strategy = strategy});
    for (int round = 0; round < 3; ++round) {
      r.fill(round);
      r.halos.pack(r.send, 0, r.reals);
      r.halos.pack(r.send, 1, r.integers);
      halo_status sent = r.halos.start_send(r.send);
      r.halos.receive(r.receive);
      sent.wait();
      r.halos.unpack(r.receive, 1, r.integers);
      r.halos.unpack(r.receive, 0, r.reals);
      r.expect(round);
    }
  }
}

/// To both neighbours, the columns at both ends of the rows of a matrix, which share cache lines; with and without
/// threads. `rows` decides whether `start` packs the messages at once.
struct columns {
  static constexpr std::int64_t width = 6;

  columns(halo_strategy strategy, std::int64_t rows, int threads)
      : rows(rows), halos(program().world(), {.strategy = strategy, .tags = 2, .threads = threads}),
        matrix(static_cast<std::size_t>(rows * width)), others{std::vector<float>(matrix.size())} {
    const auto column = [&](std::int64_t at) { return halo_region({{at, 1, rows, width}}); };
    for (const bool up : {false, true}) {
      const int with = up ? next() : previous();
      sends.push_back(halos.add_send({.parts = {{.region = column(up ? width - 2 : 1)},
                                                {.region = column(up), .element_bytes = sizeof(float), .array = 1}},
                                      .rank = with,
                                      .tag = up}));
      receives.push_back(halos.add_receive({.parts = {{.region = column(up ? width - 1 : 0)},
                                                      {.region = column(2 + up), .element_bytes = 4, .array = 1}},
                                            .rank = with,
                                            .tag = !up}));
    }
  }

  void fill(int round) {
    for (std::int64_t i = 0; i < rows * width; ++i) {
      matrix[i] = value(rank(), i, round);
      others[i] = static_cast<float>(-value(rank(), i, round));
    }
  }

  /// Sends what has been packed, and receives.
  void pass_on() {
    std::vector<halo_status> under_way;
    for (const halo_receive id : receives)
      under_way.push_back(halos.start_receive(id, {matrix, others}));
    for (const halo_send id : sends)
      under_way.push_back(halos.start_send(id));
    for (halo_status& each : under_way)
      each.wait();
  }

  static double value(int rank, std::int64_t i, int round) {
    return static_cast<double>((rank * 7 + round) * 1000 + i);
  }

  void expect(int round) {
    for (std::int64_t row = 0; row < rows; ++row) {
      const std::int64_t at = row * width;
      ASSERT_EQ(matrix[at], value(previous(), at + width - 2, round)) << row;
      ASSERT_EQ(matrix[at + width - 1], value(next(), at + 1, round)) << row;
      ASSERT_EQ(others[at + 2], static_cast<float>(-value(previous(), at + 1, round))) << row;
      ASSERT_EQ(others[at + 3], static_cast<float>(-value(next(), at, round))) << row;
    }
  }

  std::int64_t rows;
  halo_exchange halos;
  std::vector<halo_send> sends;
  std::vector<halo_receive> receives;
  std::vector<double> matrix;
  std::vector<float> others;
};

TEST(HaloStages, AllAtOnce) {
  for (const halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent})
    for (const int threads : {1, 3}) {
      columns c(strategy, 9000, threads);
      for (int round = 0; round < 3; ++round) {
        c.fill(round);
        c.halos.pack_all({c.matrix, c.others});
        c.pass_on();
        c.expect(round);
      }
    }
}

/// By threads of the program's own; also by more than there are blocks.
TEST(HaloStages, InShares) {
  for (const halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent})
    for (const auto& [rows, threads] : {std::pair<std::int64_t, int>{9000, 2}, {9000, 1}, {101, 3}, {1, 5}}) {
      columns c(strategy, rows, 1);
      c.halos.prepare_pack({c.matrix, c.others});
      for (int round = 0; round < 3; ++round) {
        c.fill(round);
        {
          std::vector<std::jthread> team;
          for (int thread = 0; thread < threads; ++thread)
            team.emplace_back([&c, thread, of = threads] { c.halos.pack_share(thread, of); });
        }
        c.pass_on();
        c.expect(round);
      }
    }
}

constexpr const char* unprepared = "pack_share needs prepare_pack before it, and again after a send has been added";

TEST(HaloStages, SharesArePrepared) {
  columns c(halo_strategy::packed, 20, 1);
  EXPECT_EQ(message_of([&] { c.halos.pack_share(0, 1); }), unprepared);
  c.halos.prepare_pack({c.matrix, c.others});
  for (const auto& [thread, threads] : {std::pair{2, 2}, {-1, 2}, {0, 0}})
    EXPECT_EQ(message_of([&] { c.halos.pack_share(thread, threads); }),
              "pack_share is called by thread " + std::to_string(thread) + " of " + std::to_string(threads) +
                  "; threads are counted from 0");
  EXPECT_EQ(message_of([&] { c.halos.prepare_pack({c.matrix}); }), "halo send 0 needs array 1, but 1 arrays are given");
  EXPECT_EQ(message_of([&] { c.halos.pack_share(0, 1); }), unprepared) << "by the failure";
}

/// Halos that are added later must be prepared; those with a rank per call are not packed.
TEST(HaloStages, SharesOfWhatThereIs) {
  const auto element = [](std::int64_t at) { return std::vector<halo_part>{{.region = halo_region({{at, 1, 1, 0}})}}; };
  halo_exchange halos(program().world());
  std::vector<double> from{1, 2, 3}, to(3);
  std::vector<halo_send> sends;
  for (int at = 0; at < 3; ++at) {
    const int fixed = at == 1 ? rank_per_call : rank();
    sends.push_back(halos.add_send({.parts = element(at), .rank = fixed, .tag = at}));
    EXPECT_EQ(message_of([&] { halos.pack_share(0, 1); }), unprepared);
    halos.prepare_pack({from});
    halos.pack_share(0, 1);
  }
  for (int at = 0; at < 3; ++at) {
    const halo_receive receive = halos.add_receive({.parts = element(at), .rank = rank(), .tag = at});
    halos.start_send(sends[at], rank()).wait();
    halos.receive(receive);
    halos.unpack(receive, 0, to);
  }
  EXPECT_EQ(to, (std::vector<double>{1, 0, 3}));
  halos.pack_share(0, 1); // receives do not matter
  (void)halos.add_send({.parts = element(0), .rank = rank(), .tag = 3, .strategy = halo_strategy::types});
  EXPECT_EQ(message_of([&] { halos.prepare_pack({from}); }),
            "halo send 3 has strategy types, which has no pack: it moves from arrays to arrays");
}

/// Arrays are those of the last preparation.
TEST(HaloStages, SharesOfOtherArrays) {
  columns c(halo_strategy::packed, 50, 1);
  const std::vector<double> zeros(c.matrix.size());
  const std::vector<float> other_zeros(c.others.size());
  c.halos.prepare_pack({zeros, other_zeros});
  c.halos.prepare_pack({c.matrix, c.others});
  c.fill(4);
  c.halos.pack_share(0, 1);
  c.pass_on();
  c.expect(4);
}

/// A send that nobody has waited for is found by every thread, before it changes anything, and waited for by
/// prepare_pack, also where it has been detached.
TEST(HaloStages, SharesAfterSends) {
  if (size() == 1) GTEST_SKIP() << "messages of a rank to itself are complete at once";
  for (const halo_out_of_sync found : {halo_out_of_sync::wait, halo_out_of_sync::warn, halo_out_of_sync::ignore}) {
    std::vector<std::string> warnings;
    ring r({.out_of_sync = found, .warning = [&](const std::string& words) { warnings.push_back(words); }});
    const auto pack = [&] {
      for (const int thread : {1, 0})
        r.halos.pack_share(thread, 2);
    };
    r.halos.prepare_pack({r.reals, r.integers});
    r.fill(0);
    pack();
    halo_status sent = r.halos.start_send(r.send);
    if (found == halo_out_of_sync::ignore) {
      pack(); // the same again
    } else {
      r.fill(1);
      for (const int thread : {0, 1})
        EXPECT_EQ(message_of([&] { r.halos.pack_share(thread, 2); }),
                  "halo send 0 is packed in shares while a send of this halo is under way; wait for it, or call "
                  "prepare_pack, which does");
    }
    r.halos.start_receive(r.receive, {r.reals, r.integers}).wait();
    r.expect(0);
    sent.wait();
    r.fill(2);
    pack();
    r.halos.start_send(r.send).detach();
    r.halos.start_receive(r.receive, {r.reals, r.integers}).wait();
    r.expect(2);
    r.halos.prepare_pack({r.reals, r.integers});
    if (found == halo_out_of_sync::wait) {
      r.fill(3);
      pack();
      r.halos.start_send(r.send).wait();
      r.halos.start_receive(r.receive, {r.reals, r.integers}).wait();
      r.expect(3);
      EXPECT_TRUE(warnings.empty());
    }
  }
}

TEST(HaloStages, StartPacksAtOnceOrMessageByMessage) {
  for (const halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent})
    for (const std::int64_t rows : {100, 50000}) {
      columns c(strategy, rows, 2);
      for (int round = 0; round < 3; ++round) {
        c.fill(round);
        c.halos.exchange({c.matrix, c.others});
        c.expect(round);
      }
    }
}

/// Halos that are added later are packed too, those with a rank per call are not.
TEST(HaloStages, AllThatThereAre) {
  halo_exchange halos(program().world(), {.tags = 3});
  std::vector<double> from{1, 2, 3}, to(3);
  const auto element = [](std::int64_t at) { return std::vector<halo_part>{{.region = halo_region({{at, 1, 1, 0}})}}; };
  std::vector<halo_send> sends;
  std::vector<halo_receive> receives;
  halos.pack_all({});
  for (int at = 0; at < 3; ++at) {
    const int fixed = at == 1 ? rank_per_call : rank();
    sends.push_back(halos.add_send({.parts = element(at), .rank = fixed, .tag = at}));
    receives.push_back(halos.add_receive({.parts = element(at), .rank = fixed, .tag = at}));
    halos.pack_all({from});
  }
  for (int at = 0; at < 3; ++at) {
    halo_status sent = halos.start_send(sends[at], rank());
    halos.receive(receives[at], rank());
    sent.wait();
    halos.unpack(receives[at], 0, to);
  }
  EXPECT_EQ(to, (std::vector<double>{1, 0, 3}));
  std::vector<double> shorter(2);
  EXPECT_EQ(message_of([&] { halos.pack_all({shorter}); }),
            "halo send 2: array 0 has 2 elements, but the region reaches element 2");
  EXPECT_EQ(message_of([&] { halos.pack_all({}); }), "halo send 0 needs array 0, but 0 arrays are given");
  (void)halos.add_send({.parts = element(0), .rank = rank(), .tag = 1, .strategy = halo_strategy::types});
  EXPECT_EQ(message_of([&] { halos.pack_all({from}); }),
            "halo send 3 has strategy types, which has no pack: it moves from arrays to arrays");
}

TEST(HaloStages, InTheBackground) {
  ring r;
  for (int round = 0; round < 3; ++round) {
    r.fill(round);
    halo_status first = r.halos.start_pack(r.send, 0, r.reals), second = r.halos.start_pack(r.send, 1, r.integers);
    first.detach(); // the send waits for it
    halo_status sent = r.halos.start_send(r.send);
    second.wait();
    halo_status received = r.halos.start_receive(r.receive);
    while (!received.test())
      std::this_thread::yield();
    halo_status third = r.halos.start_unpack(r.receive, 0, r.reals);
    r.halos.start_unpack(r.receive, 1, r.integers).wait();
    third.wait();
    EXPECT_FALSE(third);
    sent.wait();
    r.expect(round);
  }
}

TEST(HaloStages, WithRanksGivenByTheCalls) {
  halo_exchange halos(program().world());
  std::vector<double> u(n);
  const auto part = [](std::int64_t first) {
    return std::vector{halo_part{.region = halo_region({{first, 4, 1, 0}})}};
  };
  const halo_send send = halos.add_send({.parts = part(0)});
  std::vector<halo_receive> receives;
  for (int i = 0; i < 2; ++i)
    receives.push_back(halos.add_receive({.parts = part(5 + 5 * i)}));
  for (int round = 0; round < 3; ++round) {
    for (int i = 0; i < 4; ++i)
      u[i] = 10 * rank() + round;
    halos.pack(send, 0, u);
    std::vector<halo_status> sent; // the same packed bytes to all
    for (int to = 0; to < size(); ++to)
      sent.push_back(halos.start_send(send, to));
    for (int from = 0; from < size(); ++from) {
      halos.start_receive(receives[from % 2], {u}, from).wait();
      for (int i = 0; i < 4; ++i)
        EXPECT_EQ(u[5 + 5 * (from % 2) + i], 10 * from + round);
    }
  }
}

TEST(HaloStages, ToOneself) {
  for (halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent, halo_strategy::types}) {
    ring r({.strategy = strategy}, rank(), rank());
    r.fill(1);
    halo_status sent = r.halos.start_send(r.send, {r.reals, r.integers});
    EXPECT_FALSE(sent); // complete already
    r.fill(2);
    r.halos.start_send(r.send, {r.reals, r.integers}).wait();
    r.halos.start_receive(r.receive, {r.reals, r.integers}).wait();
    r.expect(1, rank());
    r.halos.start_receive(r.receive, {r.reals, r.integers}).wait();
    r.expect(2, rank());
    halo_status received = r.halos.start_receive(r.receive, {r.reals, r.integers});
    EXPECT_FALSE(received.test());
    r.fill(3);
    r.halos.start_send(r.send, {r.reals, r.integers}).wait();
    EXPECT_TRUE(received.test());
    r.expect(3, rank());
    EXPECT_EQ(r.halos.counters().messages, 0);
  }
}

TEST(HaloStages, AReceiveOfNothingFromOneselfIsNotWaitedFor) {
  ring r({}, rank(), rank());
  halo_status received = r.halos.start_receive(r.receive);
  EXPECT_EQ(message_of([&] { received.wait(); }), "halo receive 0 waits for a message of rank " +
                                                      std::to_string(rank()) + " to itself, which has not been sent");
}

/// Two receives of the same halo, the second of which starts at once.
void receive_twice(ring& r) {
  halo_status first = r.halos.start_receive(r.receive, {r.reals, r.integers});
  std::vector<halo_status> sent;
  for (int i = 0; i < 2; ++i) {
    r.fill(7);
    sent.push_back(r.halos.start_send(r.send, {r.reals, r.integers}));
  }
  halo_status second = r.halos.start_receive(r.receive, {r.reals, r.integers});
  first.wait();
  second.wait();
  r.expect(7);
}

TEST(HaloOutOfSync, MayBeIgnored) {
  ring r({.out_of_sync = halo_out_of_sync::ignore, .warning = [](const std::string&) { ADD_FAILURE(); }});
  receive_twice(r);
}

TEST(HaloOutOfSync, MayWait) {
  ring r({.out_of_sync = halo_out_of_sync::wait, .warning = [](const std::string&) { ADD_FAILURE(); }});
  receive_twice(r);
}

TEST(HaloOutOfSync, MayWarn) {
  std::vector<std::string> warnings;
  ring r({.out_of_sync = halo_out_of_sync::warn, .warning = [&](const std::string& w) { warnings.push_back(w); }});
  halo_status first = r.halos.start_receive(r.receive); // nobody has sent yet
  halo_status second = r.halos.start_receive(r.receive);
  EXPECT_EQ(warnings, std::vector<std::string>{"halo receive 0 starts while a receive of this halo is under way"});
  r.halos.unpack(r.receive, 1, r.integers);
  EXPECT_EQ(warnings.back(), "halo receive 0 is unpacked while a receive of this halo is under way");
  program().world().barrier();
  for (int i = 0; i < 2; ++i)
    r.halos.start_send(r.send).detach();
}

TEST(HaloOutOfSync, APersistentRequestIsStartedOnce) {
  ring r({.strategy = halo_strategy::persistent, .out_of_sync = halo_out_of_sync::ignore});
  r.halos.check();
  if (size() == 1) return;
  halo_status first = r.halos.start_receive(r.receive);
  EXPECT_NE(message_of([&] { (void)r.halos.start_receive(r.receive); }).find("a persistent request cannot be"),
            std::string::npos);
  program().world().barrier();
  halo_status sent = r.halos.start_send(r.send);
  first.wait();
}

constexpr halo_strategy moving_alone[] = {
    halo_strategy::packed,     halo_strategy::persistent,     halo_strategy::types,        halo_strategy::maximal_block,
    halo_strategy::packed_put, halo_strategy::fixed_pipeline, halo_strategy::superpipeline};

bool is_odd() { return rank() % 2 == 1; }

/// Rank by rank in another order.
void wait_for_both(halo_status& first, halo_status& second) {
  (is_odd() ? second : first).wait();
  (is_odd() ? first : second).wait();
}

/// Others wait for what this rank has started, whatever it waits for itself.
TEST(HaloStatus, MayBeWaitedForInAnyOrder) {
  for (const halo_strategy strategy : moving_alone) {
    ring r({.strategy = strategy});
    r.halos.check();
    for (int round = 0; round < 4; ++round) {
      r.fill(round);
      halo_status received = r.halos.start_receive(r.receive, {r.reals, r.integers});
      halo_status sent = r.halos.start_send(r.send, {r.reals, r.integers});
      (round % 2 == 0 ? received : sent).wait();
      (round % 2 == 0 ? sent : received).wait();
      r.expect(round);
    }
  }
}

TEST(HaloStatus, GoesOnWhileAnotherObjectIsWaitedFor) {
  const communicator others = duplicate(MPI_COMM_WORLD);
  for (const halo_strategy strategy : moving_alone) {
    ring a({.strategy = strategy}), b({.strategy = strategy}, others);
    for (int round = 0; round < 3; ++round) {
      for (ring* each : {&a, &b})
        each->fill(round);
      halo_status first = a.halos.start({a.reals, a.integers}), second = b.halos.start({b.reals, b.integers});
      wait_for_both(first, second);
      for (ring* each : {&a, &b})
        each->expect(round);
    }
  }
}

TEST(HaloStatus, GoesOnInABarrier) {
  for (const halo_strategy strategy : moving_alone) {
    ring r({.strategy = strategy});
    r.halos.check();
    r.fill(2);
    halo_status sent = r.halos.start_send(r.send, {r.reals, r.integers});
    halo_status received = r.halos.start_receive(r.receive, {r.reals, r.integers});
    if (is_odd()) received.wait();
    program().world().barrier();
    received.wait();
    sent.wait();
    r.expect(2);
  }
}

/// Messages that nobody has compared are looked at before they are received: also while their sender, which sends one
/// too, waits until that begins.
TEST(HaloStatus, GoesOnWhereMessagesAreLookedAt) {
  constexpr std::int64_t many = 1'000'000;
  halo_exchange halos(program().world());
  const auto part = [](std::int64_t first) {
    return std::vector{halo_part{.region = halo_region({{first, many, 1, 0}})}};
  };
  const halo_send send = halos.add_send({.parts = part(0), .rank = next()});
  const halo_receive receive = halos.add_receive({.parts = part(many), .rank = previous()});
  std::vector<double> u(2 * many, rank());
  halo_status received = halos.start_receive(receive, {u});
  halos.start_send(send, {u}).wait();
  received.wait();
  EXPECT_EQ(u.back(), previous());
}

/// The first start is completed by the second one.
TEST(HaloStatus, MayBeStartedAgainBeforeItIsComplete) {
  for (const halo_strategy strategy : moving_alone) {
    ring r({.strategy = strategy});
    r.fill(3);
    halo_status first = r.halos.start({r.reals, r.integers});
    halo_status second = r.halos.start({r.reals, r.integers});
    second.wait();
    first.wait();
    r.expect(3);
  }
}

/// A rank that is told to go on all the same is told that it cannot.
TEST(HaloStatus, OfAPutIsNotStartedAgain) {
  if (size() == 1) return; // complete at once
  for (const halo_strategy strategy : {halo_strategy::maximal_block, halo_strategy::packed_put}) {
    ring r({.strategy = strategy, .out_of_sync = halo_out_of_sync::ignore});
    r.halos.check();
    halo_status received = r.halos.start_receive(r.receive, {r.reals, r.integers}); // nobody has sent yet
    EXPECT_EQ(message_of([&] { (void)r.halos.start_receive(r.receive, {r.reals, r.integers}); }),
              "halo receive 0 is started again before it is complete, which strategy " +
                  std::string(to_string(strategy)) + " cannot be; use another strategy, or halo_out_of_sync::wait");
    program().world().barrier();
    r.halos.start_send(r.send, {r.reals, r.integers}).wait();
    received.wait();
  }
}

TEST(HaloStatus, MovesAndIsEmptyAfterwards) {
  ring r;
  halo_status sent = r.halos.start_send(r.send, {r.reals, r.integers});
  halo_status received = r.halos.start_receive(r.receive, {r.reals, r.integers});
  halo_status other = std::move(received);
  EXPECT_FALSE(received); // NOLINT
  EXPECT_TRUE(received.test());
  other = halo_status(); // waits
  EXPECT_FALSE(other);
  sent.wait();
}

} // namespace
