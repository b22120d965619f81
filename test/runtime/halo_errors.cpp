// SPDX-License-Identifier: MIT
// What the halo library refuses, and with which words.
#include <cstdlib>
#include <string>

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

std::vector<halo_part> first(std::int64_t count) { return {{.region = halo_region({{0, count, 1, 0}})}}; }
std::vector<halo_part> ghosts(std::int64_t count) { return {{.region = halo_region({{100, count, 1, 0}})}}; }

TEST(HaloErrors, CostsThatCannotBeRead) {
  setenv("BRICK_MACHINE", "/nowhere/machine.yaml", 1);
  halo_exchange halos(program().world(), {.strategy = halo_strategy::superpipeline});
  const halo_spec spec{.parts = first(4), .rank = rank()};
  EXPECT_EQ(message_of([&] { (void)halos.add_send(spec); }), "BRICK_MACHINE=/nowhere/machine.yaml cannot be read");
  (void)halos.add_receive(spec); // whose blocks are the sender's
  const put_costs costs;
  halo_exchange given(program().world(),
                      {.strategy = halo_strategy::superpipeline, .costs = costs, .node_costs = costs});
  EXPECT_EQ(message_of([&] { (void)given.add_send(spec); }), "");
  unsetenv("BRICK_MACHINE");
}

TEST(HaloErrors, ArraysThatDoNotFit) {
  halo_exchange halos(program().world());
  const halo_send send = halos.add_send({.parts = first(4), .rank = 0});
  const halo_receive receive = halos.add_receive({.parts = first(4), .rank = 0, .tag = 1});
  std::vector<double> three(3), four(4);
  std::vector<float> floats(4);
  EXPECT_EQ(message_of([&] { halos.pack(send, 0, three); }),
            "halo send 0: array 0 has 3 elements, but the region reaches element 3");
  EXPECT_EQ(message_of([&] { halos.pack(send, 0, floats); }),
            "halo send 0: array 0 has elements of 4 bytes, but the halo has elements of 8");
  EXPECT_EQ(message_of([&] { halos.pack(send, 1, four); }), "halo send 0 takes nothing from array 1");
  EXPECT_EQ(message_of([&] { (void)halos.start_receive(receive, {three}); }),
            "halo receive 0: array 0 has 3 elements, but the region reaches element 3");
  EXPECT_EQ(message_of([&] { (void)halos.start_send(send, std::span<const halo_source>()); }),
            "halo send 0 needs array 0, but 0 arrays are given");
  EXPECT_EQ(message_of([&] { (void)halos.start_send(send, {halo_source(nullptr, 4, 8)}); }),
            "halo send 0: array 0 is a null pointer");
}

TEST(HaloErrors, ALimitThatOneRankRefuses) {
  const communicator ranks = duplicate(MPI_COMM_WORLD); // the program's own has learned its limit long ago
  const bool last = rank() == size() - 1;
  if (last) setenv("BRICK_TIMEOUT", "soon", 1);
  const std::string refusal = message_of([&] { const halo_exchange halos(ranks); });
  if (last) unsetenv("BRICK_TIMEOUT");
  const std::string place = size() == 1 ? "" : "on rank " + std::to_string(size() - 1) + ": ";
  EXPECT_TRUE(refusal.starts_with(place + "BRICK_TIMEOUT=soon is not accepted; it takes ")) << refusal;
}

TEST(HaloErrors, SpecsThatCannotBe) {
  halo_exchange halos(program().world(), {.tags = 2});
  const std::string last = std::to_string(size() - 1);
  const auto refusal = [&](const halo_spec& spec) { return message_of([&] { (void)halos.add_send(spec); }); };
  EXPECT_EQ(refusal({.parts = {}, .rank = size()}),
            "halo send 0 is with rank " + std::to_string(size()) + "; ranks are 0 to " + last);
  EXPECT_EQ(refusal({.parts = {}, .rank = -2}), "halo send 0 is with rank -2; ranks are 0 to " + last);
  EXPECT_EQ(refusal({.parts = {}, .rank = 0, .tag = 2}), "halo send 0 has tag 2; tags are 0 to 1 (halo_options::tags)");
  EXPECT_EQ(message_of([] { halo_exchange(program().world(), {.threads = 0}); }),
            "halo_options::threads is 0, but must be 1 at least, and 4096 at most");
  EXPECT_EQ(message_of([] { halo_exchange(program().world(), {.threads = 1'000'000'000}); }),
            "halo_options::threads is 1000000000, but must be 1 at least, and 4096 at most");
  EXPECT_EQ(refusal({.parts = {{.region = {}, .element_bytes = 0}}}), "halo send 0 has elements of 0 bytes in array 0");
  EXPECT_EQ(refusal({.parts = {{.region = {}, .array = -1}}}), "halo send 0 names array -1; arrays are counted from 0");
  EXPECT_EQ(refusal({.parts = {{.region = {}}, {.region = {}, .element_bytes = 4}}}),
            "halo send 0 has elements of 8 bytes and of 4 bytes in array 0");
  EXPECT_EQ(refusal({.parts = first(std::int64_t{1} << 29)}),
            "halo send 0 has more than the 2147483647 bytes that MPI carries in one message");
  EXPECT_NE(refusal({.parts = first(std::int64_t{1} << 61)}).find("which are too many"), std::string::npos);
  (void)halos.add_send({.parts = {}, .rank = 0});
  EXPECT_EQ(refusal({.parts = {}, .rank = 0}),
            "halo send 1 has rank 0 and tag 0, as halo send 0 has; messages with one rank need different tags");
  EXPECT_EQ(message_of([&] { (void)halos.bytes(halo_send{7}); }), "there is no halo send 7; this halo_exchange has 1");
}

TEST(HaloErrors, RanksOfCalls) {
  halo_exchange halos(program().world());
  const halo_send free = halos.add_send({.parts = first(1)}), fixed = halos.add_send({.parts = first(1), .rank = 0});
  EXPECT_EQ(message_of([&] { (void)halos.start_send(free, 0); }),
            "halo send 0 is called with rank 0 and has tag 0, which is what halo send 1 has");
  EXPECT_EQ(message_of([&] { (void)halos.start_send(free); }), "halo send 0 has no fixed rank: the call must name one");
  EXPECT_EQ(message_of([&] { (void)halos.start_send(free, 99); }),
            "halo send 0 is called with rank 99; ranks are 0 to " + std::to_string(size() - 1));
  EXPECT_EQ(message_of([&] { (void)halos.start_send(fixed, 99); }),
            "halo send 1 is called with rank 99, but has the fixed rank 0");
}

TEST(HaloErrors, PutsThatCannotBe) {
  halo_exchange halos(program().world(), {.strategy = halo_strategy::packed_put});
  EXPECT_EQ(message_of([&] { (void)halos.add_send({.parts = first(1)}); }),
            "halo send 0 has no fixed rank, which strategy packed_put needs");
  EXPECT_EQ(message_of([&] {
              (void)halos.add_send({.parts = first(1),
                                    .rank = 0,
                                    .strategy = halo_strategy::fixed_pipeline,
                                    .blocks = put_blocks{.first = -1}});
            }),
            "the first block of a pipeline has -1 bytes; it needs 1 at least");
  const int to = (program().rank() + 1) % size(), from = (program().rank() + size() - 1) % size();
  const halo_send send = halos.add_send({.parts = first(1), .rank = to});
  (void)halos.add_receive({.parts = first(1), .rank = from, .strategy = halo_strategy::packed});
  std::vector<double> u(4);
  if (size() > 1)
    EXPECT_EQ(message_of([&] { (void)halos.start_send(send, {u}); }),
              "halo send 0 has strategy packed_put: call check() on all ranks before it is started");
  const std::string mixed = message_of([&] { halos.check(); });
  EXPECT_NE(mixed.find("is sent by strategy packed_put (send 0), but received by packed (receive 0)"),
            std::string::npos)
      << mixed;
}

TEST(HaloErrors, WhatStrategiesCannotDo) {
  halo_exchange halos(program().world(), {.strategy = halo_strategy::types});
  const halo_send send = halos.add_send({.parts = first(1), .rank = 0});
  std::vector<double> u(4);
  EXPECT_EQ(message_of([&] { halos.pack(send, 0, u); }),
            "halo send 0 has strategy types, which has no pack: it moves from arrays to arrays");
  EXPECT_EQ(message_of([&] { (void)halos.start_send(send); }),
            "halo send 0 has strategy types, which moves from arrays to arrays: the call must name them");
  const std::vector<halo_part> twice{{.region = halo_region({{0, 2, 1, 0}, {1, 1, 1, 0}})}};
  EXPECT_EQ(message_of([&] { (void)halos.add_receive({.parts = twice, .rank = 0}); }),
            "halo receive 0 has an element twice, which strategy types cannot receive; use packed or persistent");
  const std::vector<halo_part> overlapping{{.region = halo_region({{0, 3}})}, {.region = halo_region({{2, 2}})}};
  EXPECT_NE(message_of([&] { (void)halos.add_receive({.parts = overlapping, .rank = 0}); }).find("an element twice"),
            std::string::npos);
  const std::vector<halo_part> apart{{.region = halo_region({{0, 2}})},
                                     {.region = halo_region({{2, 2}})},
                                     {.region = halo_region({{0, 2}}), .array = 1}};
  EXPECT_EQ(message_of([&] { (void)halos.add_receive({.parts = apart, .rank = 0}); }), "");
  EXPECT_EQ(
      message_of([&] { (void)halos.add_send({.parts = {}, .strategy = halo_strategy::neighbourhood}); }),
      "halo send 1 has strategy neighbourhood in a halo_exchange with types; neighbourhood is for all halos of an "
      "object, by halo_options::strategy");

  halo_exchange all(program().world(), {.strategy = halo_strategy::neighbourhood});
  EXPECT_EQ(message_of([&] { (void)all.add_send({.parts = {}}); }),
            "halo send 0 has no fixed rank, which strategy neighbourhood needs");
  const halo_send one = all.add_send({.parts = first(1), .rank = 0});
  EXPECT_NE(message_of([&] { (void)all.start_send(one, {u}); }).find("cannot travel alone"), std::string::npos);
  EXPECT_NE(message_of([&] { all.pack(one, 0, u); }).find("which has no pack"), std::string::npos);
  EXPECT_NE(
      message_of([&] { (void)all.add_send({.parts = {}, .rank = 0, .tag = 1, .strategy = halo_strategy::packed}); }),
      "");
}

/// A ring whose last rank sends or expects something else.
template <class Change> std::string refusal_of_ring(halo_strategy strategy, Change&& change) {
  halo_exchange halos(program().world(), {.strategy = strategy});
  halo_spec send{.parts = first(4), .rank = (rank() + 1) % size(), .tag = 3}, receive = send;
  receive.parts = ghosts(4);
  receive.rank = (rank() + size() - 1) % size();
  if (rank() == size() - 1) change(send, receive);
  (void)halos.add_send(send);
  (void)halos.add_receive(receive);
  std::vector<double> u(200);
  return message_of([&] { halos.exchange({u}); });
}

/// All ranks say the same, and what.
void expect_on_all(const std::string& message, const std::string& expected) {
  for (const std::string& said : program().world().all_gather(message)) {
    EXPECT_EQ(said, message);
    EXPECT_NE(said.find(expected), std::string::npos) << said;
  }
}

TEST(HaloErrors, LengthsThatDifferAreRefusedByAll) {
  const std::string last = std::to_string(size() - 1);
  for (halo_strategy strategy : {halo_strategy::packed, halo_strategy::types, halo_strategy::neighbourhood}) {
    expect_on_all(refusal_of_ring(strategy, [](halo_spec& send, halo_spec&) { send.parts = first(5); }),
                  "the halo message with tag 3 from rank " + last +
                      " to rank 0 has 40 bytes as it is sent (send 0), but 32 bytes are expected (receive 0)");
    expect_on_all(refusal_of_ring(strategy, [](halo_spec& send, halo_spec&) { send.tag = 4; }),
                  "the halo message with tag 3 from rank " + last +
                      " to rank 0 (receive 0, 32 bytes) is not sent there");
    expect_on_all(refusal_of_ring(strategy, [](halo_spec&, halo_spec& receive) { receive.parts = ghosts(101); }),
                  "as it is sent");
  }
}

TEST(HaloErrors, OneCallOnSomeRanksOnly) {
  const auto strategy = [](int of) { return of == 0 ? halo_strategy::neighbourhood : halo_strategy::packed; };
  halo_exchange halos(program().world(), {.strategy = strategy(rank())});
  const std::string message = message_of([&] { halos.check(); });
  if (size() > 1)
    expect_on_all(message,
                  "one call moves all halos on all ranks or on none: rank 0 has strategy neighbourhood, but rank "
                  "1 has other strategies");
}

TEST(HaloErrors, OtherTagsOnSomeRanks) {
  if (size() == 1) return;
  const communicator ranks = duplicate(MPI_COMM_WORLD); // objects made later have other tags, too
  const std::string what = "all ranks need the same halo_options::tags, for this object and for those before it: ";
  halo_exchange halos(ranks, {.tags = rank() == 0 ? 64 : 32}), later(ranks);
  expect_on_all(message_of([&] { halos.exchange({}); }), what + "rank 0 has 64 (0 to 63), but rank 1 has 32 (0 to 31)");
  expect_on_all(message_of([&] { later.exchange({}); }),
                what + "rank 0 has 64 (65 to 128), but rank 1 has 64 (33 to 96)");
}

TEST(HaloErrors, MessagesThatNobodyReceives) {
  halo_exchange halos(program().world());
  if (rank() == 0) (void)halos.add_send({.parts = first(1), .rank = size() - 1, .tag = 9});
  expect_on_all(message_of([&] { halos.check(); }), "the halo message with tag 9 from rank 0 to rank " +
                                                        std::to_string(size() - 1) +
                                                        " (send 0, 8 bytes) is not received there");
}

TEST(HaloErrors, ArraysOfOneRankAreRefusedByAll) {
  halo_exchange halos(program().world());
  (void)halos.add_send({.parts = first(4), .rank = (rank() + 1) % size()});
  (void)halos.add_receive({.parts = first(4), .rank = (rank() + size() - 1) % size()});
  std::vector<double> u(rank() == size() - 1 ? 3 : 4);
  expect_on_all(message_of([&] { halos.exchange({u}); }),
                "0: array 0 has 3 elements, but the region reaches element 3");
}

TEST(HaloErrors, ElementsThatAreSentAndReceived) {
  const auto exchange = [](halo_strategy sent, halo_strategy received, std::int64_t element) {
    halo_exchange halos(program().world());
    (void)halos.add_send({.parts = first(4), .rank = (rank() + 1) % size(), .strategy = sent});
    const std::vector<halo_part> parts{{.region = halo_region({{element + 3, 1, 4, -1}})}};
    (void)halos.add_receive({.parts = parts, .rank = (rank() + size() - 1) % size(), .strategy = received});
    std::vector<double> u(20);
    return message_of([&] { halos.exchange({u}); });
  };
  const halo_strategy packed = halo_strategy::packed, types = halo_strategy::types;
  const std::string refusal =
      "byte 24 of array 0 is both sent and received, which only packed and persistent halos allow";
  EXPECT_EQ(exchange(packed, packed, 3), "");
  EXPECT_EQ(exchange(types, packed, 3), refusal);
  EXPECT_EQ(exchange(packed, types, 3), refusal);
  EXPECT_EQ(exchange(types, types, 4), "");
}

TEST(HaloErrors, HalosAddedAfterTheCheck) {
  halo_exchange halos(program().world());
  halos.exchange({});
  (void)halos.add_send({.parts = {}, .rank = rank()});
  (void)halos.add_receive({.parts = {}, .rank = rank()});
  EXPECT_EQ(message_of([&] { halos.exchange({}); }),
            "halos were added to a halo_exchange after its check; call check() "
            "on all ranks before the next start");
  halos.check();
  halos.exchange({});
}

/// Without a check it is the receiver who sees it; also for a message so long that its sender waits for the receive.
TEST(HaloErrors, WrongLengthsWithoutACheck) {
  for (halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent, halo_strategy::types})
    for (std::int64_t sent : {3, 5, 1'000'000}) {
      halo_exchange halos(program().world(), {.strategy = strategy});
      const halo_send send = halos.add_send({.parts = first(sent), .rank = (rank() + 1) % size()});
      const int from = (rank() + size() - 1) % size();
      const halo_receive receive = halos.add_receive({.parts = first(4), .rank = from});
      std::vector<double> u(sent), v(4);
      halo_status sending = halos.start_send(send, {u});
      halo_status receiving = halos.start_receive(receive, {v});
      EXPECT_EQ(message_of([&] { receiving.wait(); }), "halo receive 0 expects 32 bytes from rank " +
                                                           std::to_string(from) + ", but the message has " +
                                                           std::to_string(8 * sent));
      sending.wait();
    }
}

/// A message of the right length, and then another one in its place.
TEST(HaloErrors, WrongLengthsAfterRightOnes) {
  for (std::int64_t sent : {3, 5}) {
    halo_exchange halos(program().world());
    const int to = (rank() + 1) % size(), from = (rank() + size() - 1) % size();
    const halo_send right = halos.add_send({.parts = first(4)}), wrong = halos.add_send({.parts = first(sent)});
    const halo_receive receive = halos.add_receive({.parts = first(4), .rank = from});
    std::vector<double> u(10);
    const auto transfer = [&](halo_send send) {
      halo_status sending = halos.start_send(send, {u}, to);
      halo_status receiving = halos.start_receive(receive, {u});
      return message_of([&] { receiving.wait(); });
    };
    EXPECT_EQ(transfer(right), "");
    EXPECT_EQ(transfer(wrong), "halo receive 0 expects 32 bytes from rank " + std::to_string(from) +
                                   ", but the message has " + std::to_string(8 * sent));
  }
}

TEST(HaloErrors, AnObjectThatWasMovedFrom) {
  halo_exchange halos(program().world());
  const halo_exchange other = std::move(halos);
  EXPECT_EQ(message_of([&] { halos.check(); }), "a halo_exchange is used after it was moved from"); // NOLINT
  EXPECT_EQ(message_of([] { halo_exchange(communicator{}); }), "use of an empty brick::communicator");
}

} // namespace
