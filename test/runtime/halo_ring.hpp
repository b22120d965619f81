// SPDX-License-Identifier: MIT
// Halos from each rank to the next one, for tests of the stages and the operations of an exchange.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "brick/halo.hpp"
#include "main_mpi.hpp"

namespace brick_test {

inline int rank() { return program().rank(); }
inline int size() { return program().size(); }
inline int next() { return (rank() + 1) % size(); }
inline int previous() { return (rank() + size() - 1) % size(); }

constexpr std::int64_t n = 20; ///< elements of each array

/// The even elements of a vector of doubles and the first ones of a vector of ints.
inline std::vector<brick::halo_part> two_arrays(std::int64_t first) {
  return {{.region = brick::halo_region({{first, 1, n / 2, 2}}), .element_bytes = sizeof(double), .array = 0},
          {.region = brick::halo_region({{4 * first, 3, 1, 0}}), .element_bytes = sizeof(int), .array = 1}};
}

/// Two arrays, of which each rank sends a part to `to`, and receives one from `from`.
struct ring {
  explicit ring(brick::halo_options options = {}, int to = next(), int from = previous())
      : ring(std::move(options), program().world(), to, from) {}

  ring(brick::halo_options options, const brick::communicator& ranks, int to = next(), int from = previous())
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

  brick::halo_exchange halos;
  brick::halo_send send;
  brick::halo_receive receive;
  std::vector<double> reals = std::vector<double>(n);
  std::vector<int> integers = std::vector<int>(n);
};

} // namespace brick_test
