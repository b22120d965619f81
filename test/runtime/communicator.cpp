// SPDX-License-Identifier: MIT
#include "brick/communicator.hpp"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "main_mpi.hpp"

namespace {

TEST(Communicator, Reductions) {
  const brick::communicator& world = program().world();
  const double rank = world.rank(), size = world.size();
  EXPECT_EQ(world.max(rank), size - 1);
  EXPECT_EQ(world.min(rank + 3), 3);
  EXPECT_EQ(world.sum(rank + 1), size * (size + 1) / 2);
}

TEST(Communicator, AllGather) {
  const brick::communicator& world = program().world();
  const std::vector<double> values = world.all_gather(10.0 * world.rank());
  const std::vector<std::string> texts = world.all_gather(std::string(world.rank(), 'x'));
  ASSERT_EQ(values.size(), static_cast<std::size_t>(world.size()));
  for (int rank = 0; rank < world.size(); ++rank) {
    EXPECT_EQ(values[rank], 10.0 * rank);
    EXPECT_EQ(texts[rank], std::string(rank, 'x'));
  }
}

TEST(Communicator, SendAndReceive) {
  const brick::communicator& world = program().world();
  if (world.rank() > 0) {
    const std::vector<std::byte> data(1000, static_cast<std::byte>(world.rank()));
    world.send(data, 0, 5);
    return;
  }
  for (int rank = 1; rank < world.size(); ++rank) {
    std::vector<std::byte> data(1000);
    world.receive(data, rank, 5);
    EXPECT_EQ(data, std::vector<std::byte>(1000, static_cast<std::byte>(rank)));
  }
}

TEST(Communicator, NodeIsPartOfTheWorld) {
  EXPECT_GE(program().node().size(), 1);
  EXPECT_LE(program().node().size(), program().size());
}

TEST(Communicator, EmptyIsAnError) { EXPECT_THROW((void)brick::communicator().rank(), brick::error); }

} // namespace
