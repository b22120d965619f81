// SPDX-License-Identifier: MIT
// MPI libraries that make no memory windows, as Open MPI where no one-sided component fits: exchanges that would put
// send instead, halos that are to be put are refused with a reason.
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>
#include <mpi.h>

#include "brick/exchange.hpp"
#include "brick/halo.hpp"
#include "brick/mpi.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {
bool makes_windows = true, says_so = true;
MPI_Win last_allocated = MPI_WIN_NULL;
} // namespace

// MPI's profiling interface: these stand before the library's own functions.
extern "C" int MPI_Win_create_dynamic(MPI_Info info, MPI_Comm ranks, MPI_Win* window) {
  return makes_windows ? PMPI_Win_create_dynamic(info, ranks, window) : MPI_ERR_WIN;
}

extern "C" int MPI_Win_allocate(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm ranks, void* memory,
                                MPI_Win* window) {
  const int code = makes_windows ? PMPI_Win_allocate(bytes, unit, info, ranks, memory, window) : MPI_ERR_WIN;
  last_allocated = *window;
  return says_so ? code : MPI_ERR_WIN;
}

extern "C" int MPI_Win_create(void* memory, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm ranks, MPI_Win* window) {
  return makes_windows ? PMPI_Win_create(memory, bytes, unit, info, ranks, window) : MPI_ERR_WIN;
}

namespace {

using namespace brick;

constexpr std::size_t room = 4096; // of a field's storage: the own number first, the neighbour's a page behind it

/// One number to the rank above, from the one below.
exchange_plan ring(int above, int below) {
  exchange_plan plan;
  plan.sends.push_back({.rank = above, .pieces = {{0, 8}}});
  plan.recvs.push_back({.rank = below, .pieces = {{static_cast<std::int64_t>(room), 8}}});
  return plan;
}

class NoWindow : public testing::Test {
protected:
  void SetUp() override { makes_windows = false; }
  void TearDown() override { makes_windows = says_so = true; }

  /// On which no window has been made yet.
  communicator ranks_ = duplicate(MPI_COMM_WORLD);
  int above_ = (ranks_.rank() + 1) % ranks_.size(), below_ = (ranks_.rank() + ranks_.size() - 1) % ranks_.size();
};

TEST_F(NoWindow, ExchangesSendInstead) {
  for (const auto& [wanted, used] :
       {std::pair(strategy::memmap_put, strategy::memmap), std::pair(strategy::layout_put, strategy::layout)}) {
    storage data = storage::with_views_if_possible(2 * room);
    exchanger exchange(ranks_, ring(above_, below_), data, wanted);
    if (ranks_.size() == 1) { // which puts to itself without a window
      EXPECT_EQ(exchange.used(), wanted);
      EXPECT_EQ(exchange.why(), "");
    } else {
      EXPECT_EQ(exchange.used(), used);
      EXPECT_TRUE(exchange.why().starts_with(std::string(to_string(wanted)) +
                                             " is not possible: this MPI library makes "
                                             "no memory windows, which one-sided strategies need: "
                                             "MPI_Win_create_dynamic failed: "))
          << exchange.why();
    }
    auto* numbers = reinterpret_cast<std::int64_t*>(data.data());
    numbers[0] = 100 + ranks_.rank();
    exchange.start().wait();
    EXPECT_EQ(numbers[room / 8], 100 + below_);
  }
}

TEST_F(NoWindow, HalosAreRefused) {
  // It copies instead; runtime-no-window.2-ranks runs this.
  if (ranks_.size() == 1) GTEST_SKIP() << "a rank that is alone puts nothing to others";
  const std::vector<halo_part> first{{.region = halo_region({{0, 1, 1, 0}})}},
      second{{.region = halo_region({{1, 1, 1, 0}})}};
  std::vector<double> u(2);
  for (const halo_strategy puts : {halo_strategy::packed_put, halo_strategy::maximal_block}) {
    halo_exchange halos(ranks_, {.strategy = puts});
    (void)halos.add_send({.parts = first, .rank = above_});
    (void)halos.add_receive({.parts = second, .rank = below_});
    const std::string refusal = message_of([&] { halos.exchange({u}); });
    EXPECT_NE(refusal.find("which one-sided strategies need: MPI_Win_allocate failed: "), refusal.npos) << refusal;
    EXPECT_NE(refusal.find("; MPI_Win_create failed: "), refusal.npos) << refusal;
  }
}

TEST_F(NoWindow, OnSomeRanksEndsThem) {
  if (ranks_.size() == 1) GTEST_SKIP() << "some ranks are all; runtime-no-window.2-ranks runs this";
  makes_windows = true;
  says_so = ranks_.rank() == 0;
  halo_exchange halos(ranks_, {.strategy = halo_strategy::packed_put});
  (void)halos.add_send({.parts = {{.region = halo_region({{0, 1, 1, 0}})}}, .rank = above_});
  (void)halos.add_receive({.parts = {{.region = halo_region({{1, 1, 1, 0}})}}, .rank = below_});
  std::vector<double> u(2);
  const std::string refusal = message_of([&] { halos.exchange({u}); });
  EXPECT_NE(refusal.find("on some ranks only: on rank 1: MPI_Win_allocate failed: "), refusal.npos) << refusal;
  if (says_so) MPI_Win_unlock_all(last_allocated);
  MPI_Win_free(&last_allocated); // MPICH ends otherwise where the test does
}

TEST_F(NoWindow, AreMadeWhenMpiCanAgain) {
  const exchange_plan plan = ring(above_, below_);
  storage data = storage::with_views_if_possible(2 * room);
  {
    exchanger refused(ranks_, plan, data, strategy::layout_put);
  }
  makes_windows = true;
  exchanger exchange(ranks_, plan, data, strategy::layout_put);
  EXPECT_EQ(exchange.used(), strategy::layout_put) << exchange.why();
}

} // namespace
