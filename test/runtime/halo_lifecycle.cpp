// SPDX-License-Identifier: MIT
// Halo exchanges in numbers: thousands of objects, thousands of exchanges, nothing left behind, tags that run out.
#include <atomic>

#include <gtest/gtest.h>
#include <mpi.h>

#include "brick/error.hpp"
#include "brick/mpi.hpp"
#include "halo_case.hpp"
#include "halo_tags.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"
#include "mpi_objects.hpp"
#include "system_limits.hpp"

namespace {

using namespace brick;
using namespace brick_test;

int rank() { return program().rank(); }
int size() { return program().size(); }

constexpr halo_strategy strategies[] = {halo_strategy::packed, halo_strategy::persistent, halo_strategy::types,
                                        halo_strategy::neighbourhood};

constexpr halo_strategy one_sided[] = {halo_strategy::maximal_block, halo_strategy::packed_put,
                                       halo_strategy::fixed_pipeline, halo_strategy::superpipeline};

TEST(HaloLifecycle, ThousandExchangesLeaveNothingBehind) {
  std::mt19937 random(3);
  const halo_case c(random, size());
  const resources before;
  const mpi_objects objects_before = alive_objects();
  {
    const communicator ranks = duplicate(MPI_COMM_WORLD);
    for (halo_strategy strategy : strategies) {
      halo_exchange halos(ranks, {.strategy = strategy});
      c.add_to(halos, rank());
      halo_arrays arrays;
      arrays.fill(rank(), 0);
      halos.exchange(arrays.all());
      const mpi_objects made = alive_objects();
      for (int round = 1; round < 1000; ++round) {
        arrays.fill(rank(), round);
        halos.exchange(arrays.all());
      }
      EXPECT_EQ(arrays, c.expected(rank(), 999)) << to_string(strategy);
      EXPECT_EQ(alive_objects(), made) << to_string(strategy);
    }
  }
  EXPECT_EQ(alive_objects(), objects_before);
  EXPECT_EQ(resources(), before);
}

/// Windows are freed with the last of the communicator and its objects, and used again before.
TEST(HaloLifecycle, PutsLeaveNoWindows) {
  std::mt19937 random(3);
  const halo_case c(random, size());
  const mpi_objects objects_before = alive_objects();
  {
    const communicator ranks = duplicate(MPI_COMM_WORLD);
    for (int object = 0; object < 8; ++object) {
      halo_exchange halos(ranks, {.strategy = one_sided[object % 4], .blocks = {.first = 30, .factor = 1}});
      c.add_to(halos, rank());
      halo_arrays arrays;
      for (int round = 0; round < 4; ++round) {
        arrays.fill(rank(), round);
        halos.exchange(arrays.all());
      }
      EXPECT_EQ(arrays, c.expected(rank(), 3)) << to_string(one_sided[object % 4]);
      EXPECT_LE(alive_objects().windows, objects_before.windows + 2);
    }
  }
  EXPECT_EQ(alive_objects(), objects_before);
}

TEST(HaloLifecycle, PutsAreLinkedAgainByACheck) {
  const communicator ranks = duplicate(MPI_COMM_WORLD);
  const int to = (rank() + 1) % size(), from = (rank() + size() - 1) % size();
  for (halo_strategy strategy : one_sided) {
    halo_exchange halos(ranks, {.strategy = strategy});
    std::vector<double> u(8);
    for (int i = 0; i < 4; ++i) {
      (void)halos.add_send({.parts = {{.region = halo_region({{i, 1, 1, 0}})}}, .rank = to, .tag = i});
      (void)halos.add_receive({.parts = {{.region = halo_region({{4 + i, 1, 1, 0}})}}, .rank = from, .tag = i});
      halos.check();
      for (int k = 0; k < 8; ++k)
        u[k] = k < 4 ? 10 * rank() + i + k : -1;
      halos.exchange({u});
      for (int k = 0; k < 4; ++k)
        EXPECT_EQ(u[4 + k], k <= i ? 10 * from + i + k : -1) << to_string(strategy);
    }
  }
}

TEST(HaloLifecycle, FiveThousandObjects) {
  std::mt19937 random(4);
  const halo_case c(random, size());
  const communicator ranks = duplicate(MPI_COMM_WORLD);
  const int communicators = alive_objects().communicators;
  std::vector<halo_exchange> all;
  for (int i = 0; i < 5000; ++i) {
    all.emplace_back(ranks, halo_options{.strategy = strategies[i % 3]});
    c.add_to(all.back(), rank());
  }
  EXPECT_EQ(alive_objects().communicators, communicators + 1);
  std::vector<halo_arrays> arrays(10);
  std::vector<halo_status> under_way;
  for (int i = 0; i < 10; ++i) {
    arrays[i].fill(rank(), i);
    under_way.push_back(all[i * 555].start(arrays[i].all()));
  }
  under_way.clear();
  for (int i = 0; i < 10; ++i)
    EXPECT_EQ(arrays[i], c.expected(rank(), i));
}

TEST(HaloLifecycle, AnObjectMayOutliveItsCommunicator) {
  std::mt19937 random(8);
  const halo_case c(random, size());
  communicator ranks = duplicate(MPI_COMM_WORLD);
  halo_exchange halos(ranks);
  ranks = {};
  c.add_to(halos, rank());
  halo_arrays arrays;
  arrays.fill(rank(), 2);
  halos.exchange(arrays.all());
  EXPECT_EQ(arrays, c.expected(rank(), 2));
}

TEST(HaloLifecycle, WhatIsNotReceivedIsGivenUp) {
  const communicator ranks = duplicate(MPI_COMM_WORLD);
  std::vector<double> u(2000);
  halo_status status;
  std::string given_up;
  const auto start = [&](halo_strategy strategy) {
    halo_exchange halos(ranks, {.strategy = strategy});
    const auto parts = [](std::int64_t start) {
      return std::vector{halo_part{.region = halo_region({{start, 1000, 1, 0}})}};
    };
    const int from = (rank() + 1) % size();
    (void)halos.add_send({.parts = parts(0), .rank = (rank() + size() - 1) % size()});
    const halo_receive checked = halos.add_receive({.parts = parts(1000), .rank = from});
    const halo_receive probed = halos.add_receive({.parts = parts(1000), .tag = 1});
    halos.check();
    halos.start_receive(checked, {u}).detach();
    status = halos.start_receive(probed, {u}, from);
    given_up = "halo receive 1: " + std::string(to_string(strategy)) + " exchange with rank " + std::to_string(from) +
               " was given up: its halo_exchange has ended";
  };
  for (halo_strategy strategy : {halo_strategy::packed, halo_strategy::persistent, halo_strategy::types}) {
    start(strategy);
    EXPECT_EQ(message_of([&] { (void)status.test(); }), given_up);
    EXPECT_TRUE(status.test()); // is said once
    start(strategy);
    EXPECT_EQ(message_of([&] { status.wait(); }), given_up);
    start(strategy);
    EXPECT_EQ(message_of([&] { status = halo_status(); }), given_up);
    start(strategy);
    EXPECT_EQ(message_of([&] { const halo_status other = std::move(status); }), "");
  }
}

/// What is sent and copied is completed. (Messages that nobody receives would meet receives on later communicators.)
TEST(HaloLifecycle, AStatusMayOutliveItsObject) {
  const communicator ranks = duplicate(MPI_COMM_WORLD);
  const int to = (rank() + 1) % size(), from = (rank() + size() - 1) % size();
  for (halo_strategy strategy : {halo_strategy::packed_put, halo_strategy::neighbourhood}) {
    std::vector<double> u(4, rank());
    halo_status both;
    {
      halo_exchange halos(ranks, {.strategy = strategy});
      (void)halos.add_send({.parts = {{.region = halo_region({{0, 2, 1, 0}})}}, .rank = to});
      (void)halos.add_receive({.parts = {{.region = halo_region({{2, 2, 1, 0}})}}, .rank = from});
      both = halos.start({u});
    }
    const bool is_given_up = size() > 1 && strategy != halo_strategy::neighbourhood; // which sends and receives at once
    EXPECT_EQ(message_of([&] { both.wait(); }), is_given_up ? "halo receive 0: " + std::string(to_string(strategy)) +
                                                                  " exchange with rank " + std::to_string(from) +
                                                                  " was given up: its halo_exchange has ended"
                                                            : "");
    if (!is_given_up) EXPECT_EQ(u.back(), from);
  }
  std::vector<double> u(4);
  halo_status copy;
  {
    halo_exchange halos(ranks);
    copy = halos.start_pack(halos.add_send({.parts = {{.region = halo_region({{0, 2, 1, 0}})}}, .rank = to}), 0, u);
  }
  EXPECT_EQ(message_of([&] { copy.wait(); }), "");
}

/// An exception leaves messages on their way: nothing hangs, and nothing else can be sent there.
TEST(HaloLifecycle, AnExceptionGivesUpTheExchange) {
  const communicator ranks = duplicate(MPI_COMM_WORLD);
  const auto fail = [&] {
    halo_exchange halos(ranks);
    const halo_receive receive = halos.add_receive({.parts = {{.region = halo_region({{0, 4, 1, 0}})}}, .rank = 0});
    std::vector<double> u(4);
    const halo_status status = halos.start_receive(receive, {u});
    throw error("no such luck");
  };
  EXPECT_EQ(message_of(fail), "no such luck");
  halo_exchange halos(ranks);
  EXPECT_EQ(message_of([&] { halos.exchange({}); }),
            "an exception has given up an exchange; there cannot be another on this communicator");
}

TEST(HaloTags, AreTakenAgainWhenAllAreGivenBack) {
  const communicator& ranks = program().world();
  detail::halo_tags tags(99);
  EXPECT_EQ(tags.take(ranks, 40), 0);
  EXPECT_EQ(tags.take(ranks, 30), 40);
  EXPECT_EQ(tags.take(ranks, 30), 70);
  EXPECT_NE(message_of([&] { tags.take(ranks, 1); }).find("no 1 message tags are left"), std::string::npos);
  // Every rank frees some range; one that is free on all ranks is there only in the end.
  tags.give_back(rank() % 2 ? 0 : 40);
  if (size() > 1) EXPECT_NE(message_of([&] { tags.take(ranks, 30); }), "");
  tags.give_back(rank() % 2 ? 40 : 0);
  EXPECT_EQ(tags.take(ranks, 50), 0);
  EXPECT_EQ(tags.take(ranks, 20), 50);
  EXPECT_NE(message_of([&] { tags.take(ranks, 1); }), "");
}

} // namespace
