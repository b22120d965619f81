// SPDX-License-Identifier: MIT
// Operations under way: started again before they are complete, and waited for in any order.
#include <gtest/gtest.h>
#include <mpi.h>

#include "brick/halo.hpp"
#include "brick/mpi.hpp"
#include "halo_ring.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

using namespace brick;
using namespace brick_test;

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
  if (size() == 1) GTEST_SKIP() << "a rank's copies to itself are complete at once";
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
