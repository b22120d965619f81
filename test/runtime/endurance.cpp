// SPDX-License-Identifier: MIT
// Thousands of exchanges by every strategy, and fields made and dropped again and again: nothing is left behind,
// neither in the system (descriptors, mappings, memory) nor in MPI (requests, types, communicators, windows).
//
// ENDURANCE_EXCHANGES says how many of each; the usual number is small on more ranks than there may be cores.
#include <malloc.h>

#include <algorithm>
#include <cstdint>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/brick.hpp"
#include "brick/mpi.hpp"
#include "changed_runtime.hpp"
#include "halo_case.hpp"
#include "main_mpi.hpp"
#include "mpi_objects.hpp"
#include "random_seeds.hpp"
#include "system_limits.hpp"

#include <mpi.h>

namespace {

using namespace brick_test;
using brick::field;
using brick::grid;
using brick::halo_strategy;
using brick::index;
using brick::strategy;

constexpr strategy strategies[] = {strategy::shared, strategy::shared_layout, strategy::memmap,
                                   strategy::layout, strategy::memmap_put,    strategy::layout_put,
                                   strategy::shift,  strategy::basic,         strategy::packed};

constexpr halo_strategy halo_strategies[] = {halo_strategy::packed,         halo_strategy::persistent,
                                             halo_strategy::types,          halo_strategy::neighbourhood,
                                             halo_strategy::maximal_block,  halo_strategy::packed_put,
                                             halo_strategy::fixed_pipeline, halo_strategy::superpipeline};

unsigned exchanges() {
  const int size = program().size();
  return setting_of("ENDURANCE_EXCHANGES", size <= 2 ? 10'000 : size <= 4 ? 20 : 5);
}

/// Exchanges before anything counts: MPI's own files and buffers come with the first messages.
unsigned first_exchanges() { return std::min(20u, exchanges()); }

/// What is held, and bytes of memory in use. MPI keeps some buffers for messages to come; what grows with every
/// exchange soon exceeds them.
class held {
public:
  /// After so many exchanges since: what a few leave is less than what MPI may still take for itself.
  void expect_same_now(const std::string& what, unsigned rounds) const {
    const held now;
    EXPECT_EQ(now.system_, system_) << what;
    EXPECT_EQ(now.objects_, objects_) << what;
    if (rounds < 1000) return;
    EXPECT_LT(now.heap_, heap_ + slack) << what;
    EXPECT_LT(now.mapped_, mapped_ + slack) << what;
  }

private:
  static constexpr std::size_t slack = 64 << 10; // 7 bytes an exchange of ten thousand

  resources system_;
  mpi_objects objects_ = alive_objects();
  std::size_t heap_ = ::mallinfo2().uordblks, mapped_ = ::mallinfo2().hblkhd;
};

/// `rounds` calls of `exchange(round)`, behind some first ones, leave nothing behind.
template <class Exchange> void expect_nothing_left(const std::string& what, unsigned rounds, Exchange&& exchange) {
  for (unsigned round = 0; round < first_exchanges(); ++round)
    exchange(round);
  const held before;
  for (unsigned round = 0; round < rounds; ++round)
    exchange(round);
  before.expect_same_now(what, rounds);
}

template <int D> grid<D> periodic_grid(const index<D>& cells, strategy how) {
  const index<D> brick = brick::filled<D>(4), halo = brick::filled<D>(2);
  return {program(),
          {.cells = cells, .boundary = brick::periodic, .wrap_in_place = false},
          brick::step_plan<D>{.brick = brick, .halo = halo, .element_bytes = 8, .exchange = how}};
}

/// All cells of a field that was filled with one number, and exchanged.
void expect_everywhere(const field<double, 2>& u, double value) {
  brick::box<2> zone = u.grid().own_cells();
  if (brick::empty(zone)) return;
  for (int a = 0; a < 2; ++a) {
    zone.low[a] -= u.grid().ghost_depth()[a];
    zone.high[a] += u.grid().ghost_depth()[a];
  }
  brick::for_each_in<2>(zone, [&](const index<2>& cell) { ASSERT_EQ(u.data()[u.offset_of(cell)], value); });
}

TEST(Endurance, ExchangesOfFieldsLeaveNothingBehind) {
  const changed_runtime one_thread({}); // they would wait for each other most of the time
  const unsigned rounds = exchanges();
  for (const strategy how : strategies) {
    const grid<2> on = periodic_grid<2>({32, 30}, how); // 30: a seam, whose cells are packed
    field<double, 2> u(on, "u"), next(on, "next");
    const auto exchange = [&](unsigned round) {
      u.fill(round);
      u.exchange_ghosts();
      if (round % 64 == 0) expect_everywhere(u, round);
      swap(u, next);
    };
    expect_nothing_left(std::string(to_string(how)), rounds, exchange);
    EXPECT_EQ(to_string(u.exchange_used()), to_string(how)) << u.exchange_fallback();
  }
}

TEST(Endurance, ExchangesOfHalosLeaveNothingBehind) {
  const unsigned rounds = exchanges();
  std::mt19937 random(5);
  const halo_case c(random, program().size());
  const brick::communicator ranks = brick::duplicate(MPI_COMM_WORLD);
  for (const halo_strategy how : halo_strategies) {
    brick::halo_exchange halos(ranks, {.strategy = how, .blocks = {.first = 40, .factor = 1.5}});
    c.add_to(halos, program().rank());
    halo_arrays arrays;
    const auto exchange = [&](unsigned round) {
      arrays.fill(program().rank(), static_cast<int>(round));
      halos.exchange(arrays.all());
    };
    expect_nothing_left(std::string(to_string(how)), rounds, exchange);
    EXPECT_EQ(arrays, c.expected(program().rank(), static_cast<int>(rounds) - 1)) << to_string(how);
  }
}

/// Grids with a strategy each, on which fields come and go.
TEST(Endurance, FieldsThatComeAndGoLeaveNothingBehind) {
  const changed_runtime one_thread({});
  const auto use = [](strategy how) {
    const grid<2> on = periodic_grid<2>({32, 30}, how);
    for (int times = 0; times < 3; ++times) {
      field<double, 2> u(on, "u");
      const brick::interleaved<float, 2> pair(on, {"a", "b"});
      u.fill(times);
      u.exchange_ghosts();
      pair[1].exchange_ghosts();
      expect_everywhere(u, times);
    }
  };
  const unsigned rounds = std::max(1u, exchanges() / 50);
  for (const strategy how : strategies) {
    for (unsigned round = 0; round < std::max(1u, first_exchanges() / 4); ++round)
      use(how);
    const held before;
    for (unsigned round = 0; round < rounds; ++round)
      use(how);
    before.expect_same_now(std::string(to_string(how)), exchanges());
  }
}

} // namespace
