// SPDX-License-Identifier: MIT
// The stages of a halo exchange.
#include <thread>

#include <gtest/gtest.h>

#include "brick/halo.hpp"
#include "halo_ring.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;
using namespace brick_test;

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

} // namespace
