// SPDX-License-Identifier: MIT
// Random halos of the halo library: with every strategy, arrays hold what copies element by element would have brought,
// and so the bits that `packed` brings.
#include <random>
#include <string>

#include <gtest/gtest.h>

#include "halo_case.hpp"
#include "main_mpi.hpp"
#include "random_seeds.hpp"

namespace {

using namespace brick_test;
using brick::halo_strategy;

constexpr halo_strategy strategies[] = {halo_strategy::packed,         halo_strategy::persistent,
                                        halo_strategy::types,          halo_strategy::neighbourhood,
                                        halo_strategy::maximal_block,  halo_strategy::packed_put,
                                        halo_strategy::fixed_pipeline, halo_strategy::superpipeline};

std::string line_of(unsigned seed) { return "seed " + std::to_string(seed) + ": halos"; }

void check(unsigned seed) {
  std::seed_seq sequence{seed};
  std::mt19937 random(sequence);
  const halo_case c(random, program().size());
  const brick::put_blocks blocks{.first = 1 + static_cast<std::int64_t>(random() % 60),
                                 .factor = 1.5,
                                 .count_every = 1 + static_cast<std::int64_t>(random() % 90)};
  for (const halo_strategy strategy : strategies) {
    SCOPED_TRACE(to_string(strategy));
    brick::halo_exchange halos(program().world(), {.strategy = strategy, .blocks = blocks});
    c.add_to(halos, program().rank());
    halo_arrays arrays;
    for (int round = 0; round < 2; ++round) {
      arrays.fill(program().rank(), round);
      halos.exchange(arrays.all());
      EXPECT_EQ(arrays, c.expected(program().rank(), round));
    }
  }
}

TEST(RandomHalos, EveryStrategyBringsWhatWasSent) { for_each_seed(program().size() <= 2 ? 10 : 2, line_of, check); }

} // namespace
