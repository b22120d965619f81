// SPDX-License-Identifier: MIT
// The counts of ranks that read each other's bricks in place, with threads for ranks: what the counts do not order is a
// data race that ThreadSanitizer finds (preset `thread-sanitize`), where it cannot look into two processes.
#include "node_counts.hpp"

#include <array>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

namespace {

using brick::detail::node_counts;
using brick::detail::rank_counts;

constexpr int ranks = 3, exchanges = 300;

struct rank_memory {
  rank_counts counts{};
  std::array<long, 16> cells{};
};

long value_of(int rank, int exchange, std::size_t cell) {
  return 1'000'000L * rank + 100L * exchange + static_cast<long>(cell);
}

template <class Done> void wait_until(Done done) {
  while (!done())
    std::this_thread::yield();
}

/// Writes its cells and reads the others', again and again; counts those that are not what they should be.
void play_rank(int rank, std::array<rank_memory, ranks>& node, int& wrong) {
  node_counts counts;
  counts.set_own(&node[rank].counts);
  for (int other = 0; other < ranks; ++other)
    if (other != rank) counts.add_neighbour(other, &node[other].counts);

  for (int exchange = 0; exchange < exchanges; ++exchange) {
    wait_until([&] { return counts.neighbours_have_read(); });
    for (std::size_t i = 0; i < node[rank].cells.size(); ++i)
      node[rank].cells[i] = value_of(rank, exchange, i);
    counts.begin();
    wait_until([&] { return counts.neighbours_have_begun(); });
    for (int other = 0; other < ranks; ++other)
      for (std::size_t i = 0; i < node[other].cells.size(); ++i)
        if (node[other].cells[i] != value_of(other, exchange, i)) ++wrong;
    counts.end_reading();
  }
}

TEST(NodeCounts, OrderReadingAndWriting) {
  std::array<rank_memory, ranks> node;
  std::array<int, ranks> wrong{};
  {
    std::vector<std::jthread> threads;
    for (int rank = 0; rank < ranks; ++rank)
      threads.emplace_back([&, rank] { play_rank(rank, node, wrong[rank]); });
  }
  for (int rank = 0; rank < ranks; ++rank)
    EXPECT_EQ(wrong[rank], 0) << "rank " << rank;
}

TEST(NodeCounts, WaitForTheSlowest) {
  std::array<rank_memory, ranks> node;
  node_counts counts;
  counts.set_own(&node[0].counts);
  counts.add_neighbour(1, &node[1].counts);
  counts.add_neighbour(2, &node[2].counts);
  EXPECT_TRUE(counts.neighbours_have_begun());
  EXPECT_TRUE(counts.neighbours_have_read());
  counts.begin();
  EXPECT_EQ(node[0].counts.begun, 1u);
  node[1].counts.begun = 1;
  EXPECT_FALSE(counts.neighbours_have_begun());
  EXPECT_EQ(counts.not_begun(), std::vector{2});
  node[2].counts.begun = 2; // a neighbour may be ahead
  EXPECT_TRUE(counts.neighbours_have_begun());
  counts.end_reading();
  EXPECT_EQ(node[0].counts.read, 1u);
  node[2].counts.read = 1;
  EXPECT_FALSE(counts.neighbours_have_read());
  EXPECT_EQ(counts.not_read(), std::vector{1});
  node[1].counts.read = 1;
  EXPECT_TRUE(counts.neighbours_have_read());
}

} // namespace
