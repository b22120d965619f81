// SPDX-License-Identifier: MIT
// The C interface of the halo library: the same messages, codes in place of exceptions.
#include "brick/halo.h"

#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "main_mpi.hpp"

namespace {

int rank() { return program().rank(); }
int size() { return program().size(); }

/// A ring of all ranks: elements 0 and 2 go to the next rank, to elements 4 and 5 there, with one int.
class HaloC : public testing::Test {
protected:
  void make(int strategy) {
    brick_halo_options options = brick_halo_default_options();
    options.strategy = strategy;
    options.block_bytes = block_bytes;
    options.block_factor = block_factor;
    options.threads = 2;
    ASSERT_EQ(brick_halo_ranks_create(MPI_COMM_WORLD, &ranks), BRICK_HALO_OK);
    ASSERT_EQ(brick_halo_create(ranks, &options, &halo), BRICK_HALO_OK);
    const std::int64_t sent[] = {0, 2};
    const brick_halo_record received{4, 2, 1, 0}, first{0, 1, 1, 0}, second{1, 1, 1, 0};
    const brick_halo_part out[] = {{0, 8, 2, sent, nullptr}, {1, 4, 1, nullptr, &first}};
    const brick_halo_part in[] = {{0, 8, 1, nullptr, &received}, {1, 4, 1, nullptr, &second}};
    ASSERT_EQ(brick_halo_add_send(halo, 2, out, (rank() + 1) % size(), 3, BRICK_HALO_DEFAULT, &send), BRICK_HALO_OK);
    ASSERT_EQ(brick_halo_add_receive(halo, 2, in, (rank() + size() - 1) % size(), 3, BRICK_HALO_DEFAULT, &receive),
              BRICK_HALO_OK);
  }

  void TearDown() override {
    EXPECT_EQ(brick_halo_free(&halo), BRICK_HALO_OK);
    EXPECT_EQ(brick_halo_ranks_free(&ranks), BRICK_HALO_OK);
    EXPECT_EQ(halo, nullptr);
  }

  void fill(int round) {
    u = {10. * rank() + round, -1, 10. * rank() + round + 1, -1, -1, -1};
    v = {rank() + round, -1};
  }

  void expect(int round) {
    const int from = (rank() + size() - 1) % size();
    EXPECT_EQ(u, (std::vector<double>{10. * rank() + round, -1, 10. * rank() + round + 1, -1, 10. * from + round,
                                      10. * from + round + 1}));
    EXPECT_EQ(v, (std::vector<int>{rank() + round, from + round}));
  }

  brick_halo_array first() { return {u.data(), 6, sizeof(double)}; }
  brick_halo_array second() { return {v.data(), 2, sizeof(int)}; }

  brick_halo_ranks* ranks = nullptr;
  brick_halo* halo = nullptr;
  int send = -1, receive = -1;
  std::int64_t block_bytes = 0;
  double block_factor = 0;
  std::vector<double> u = std::vector<double>(6);
  std::vector<int> v = std::vector<int>(2);
};

TEST_F(HaloC, Puts) {
  block_bytes = 5;
  block_factor = 1.5;
  make(BRICK_HALO_SUPERPIPELINE);
  for (int round = 0; round < 3; ++round) {
    fill(round);
    const brick_halo_array now[] = {first(), second()};
    EXPECT_EQ(brick_halo_exchange(halo, 2, now), BRICK_HALO_OK) << brick_halo_error();
    expect(round);
  }
}

TEST_F(HaloC, Exchanges) {
  make(BRICK_HALO_NEIGHBOURHOOD);
  const brick_halo_array arrays[] = {first(), second()};
  for (int round = 0; round < 3; ++round) {
    fill(round);
    const brick_halo_array now[] = {first(), second()};
    EXPECT_EQ(brick_halo_exchange(halo, 2, now), BRICK_HALO_OK) << brick_halo_error();
    expect(round);
  }
  brick_halo_status* status = nullptr;
  EXPECT_EQ(brick_halo_start(halo, 2, arrays, &status), BRICK_HALO_OK);
  for (int complete = 0; !complete;)
    ASSERT_EQ(brick_halo_test(&status, &complete), BRICK_HALO_OK);
  EXPECT_EQ(status, nullptr);
  EXPECT_EQ(brick_halo_wait(&status), BRICK_HALO_OK);
}

TEST_F(HaloC, MovesHalosOneByOne) {
  make(BRICK_HALO_TYPES);
  EXPECT_EQ(brick_halo_check(halo), BRICK_HALO_OK);
  fill(4);
  const brick_halo_array arrays[] = {first(), second()};
  brick_halo_status *sent = nullptr, *received = nullptr;
  EXPECT_EQ(brick_halo_start_receive(halo, receive, 2, arrays, BRICK_HALO_FIXED_RANK, &received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_send(halo, send, 2, arrays, BRICK_HALO_FIXED_RANK, &sent), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&sent), BRICK_HALO_OK);
  expect(4);
}

TEST_F(HaloC, PacksAndUnpacks) {
  make(BRICK_HALO_PERSISTENT);
  fill(5);
  brick_halo_status* status = nullptr;
  EXPECT_EQ(brick_halo_pack(halo, send, 0, first()), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_pack(halo, send, 1, second(), &status), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_detach(&status), BRICK_HALO_OK);
  brick_halo_status* sent = nullptr;
  EXPECT_EQ(brick_halo_start_send_packed(halo, send, BRICK_HALO_FIXED_RANK, &sent), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_receive_packed(halo, receive, BRICK_HALO_FIXED_RANK, &status), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&status), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&sent), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_unpack(halo, receive, 0, first()), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_unpack(halo, receive, 1, second(), &status), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&status), BRICK_HALO_OK);
  expect(5);
  std::int64_t bytes = 0;
  EXPECT_EQ(brick_halo_send_bytes(halo, send, &bytes), BRICK_HALO_OK);
  EXPECT_EQ(bytes, 20);
  EXPECT_EQ(brick_halo_receive_bytes(halo, receive, &bytes), BRICK_HALO_OK);
  EXPECT_EQ(bytes, 20);
}

TEST_F(HaloC, PacksAll) {
  make(BRICK_HALO_PACKED);
  fill(6);
  const brick_halo_array arrays[] = {first(), second()};
  brick_halo_status* sent = nullptr;
  EXPECT_EQ(brick_halo_pack_all(halo, 2, arrays), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_send_packed(halo, send, BRICK_HALO_FIXED_RANK, &sent), BRICK_HALO_OK);
  brick_halo_status* received = nullptr;
  EXPECT_EQ(brick_halo_start_receive(halo, receive, 2, arrays, BRICK_HALO_FIXED_RANK, &received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&sent), BRICK_HALO_OK);
  expect(6);
}

TEST_F(HaloC, PacksInShares) {
  make(BRICK_HALO_PACKED);
  const brick_halo_array arrays[] = {first(), second()};
  EXPECT_EQ(brick_halo_pack_share(halo, 0, 1), BRICK_HALO_ERROR);
  EXPECT_EQ(std::string(brick_halo_error()),
            "pack_share needs prepare_pack before it, and again after a send has been added");
  EXPECT_EQ(brick_halo_prepare_pack(halo, 2, arrays), BRICK_HALO_OK);
  fill(7);
  std::string words;
  {
    const std::jthread other([&] {
      EXPECT_EQ(brick_halo_pack_share(halo, 2, 2), BRICK_HALO_ERROR);
      words = brick_halo_error(); // of this thread
      EXPECT_EQ(brick_halo_pack_share(halo, 1, 2), BRICK_HALO_OK);
    });
    EXPECT_EQ(brick_halo_pack_share(halo, 0, 2), BRICK_HALO_OK);
  }
  EXPECT_EQ(words, "pack_share is called by thread 2 of 2; threads are counted from 0");
  brick_halo_status *sent = nullptr, *received = nullptr;
  EXPECT_EQ(brick_halo_start_send_packed(halo, send, BRICK_HALO_FIXED_RANK, &sent), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_start_receive(halo, receive, 2, arrays, BRICK_HALO_FIXED_RANK, &received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&received), BRICK_HALO_OK);
  EXPECT_EQ(brick_halo_wait(&sent), BRICK_HALO_OK);
  expect(7);
}

TEST_F(HaloC, SaysWhatWentWrong) {
  make(BRICK_HALO_PACKED);
  int id = 0;
  const auto expect_error = [](int code, const std::string& words) {
    EXPECT_EQ(code, BRICK_HALO_ERROR);
    EXPECT_EQ(brick_halo_error(), words);
  };
  expect_error(brick_halo_exchange(nullptr, 0, nullptr), "the brick_halo is NULL");
  expect_error(brick_halo_pack(halo, send, 0, {u.data(), -1, 8}), "the length of an array is negative: -1");
  expect_error(brick_halo_pack(halo, send, 0, {u.data(), 2, 8}),
               "halo send 0: array 0 has 2 elements, but the region reaches element 2");
  expect_error(brick_halo_add_send(halo, -1, nullptr, 0, 0, BRICK_HALO_DEFAULT, &id),
               "the number of parts is negative: -1");
  expect_error(brick_halo_add_send(halo, 1, nullptr, 0, 0, BRICK_HALO_DEFAULT, &id), "the list of parts is NULL");
  expect_error(brick_halo_add_send(halo, 0, nullptr, 0, 0, 9, &id), "there is no halo strategy with number 9");
  expect_error(brick_halo_add_send(halo, 0, nullptr, 0, 0, 0, nullptr), "the place for an id is NULL");
  brick_halo_status* status = nullptr;
  expect_error(brick_halo_start_send(halo, 7, 0, nullptr, 0, &status),
               "there is no halo send 7; this halo_exchange has 1");
  EXPECT_EQ(status, nullptr);
  brick_halo_ranks* none = nullptr;
  expect_error(brick_halo_ranks_create(MPI_COMM_NULL, &none), "the communicator given to brick is MPI_COMM_NULL");
  EXPECT_EQ(none, nullptr);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size == 1) return;
  MPI_Comm half, both;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, 0, &half);
  MPI_Intercomm_create(half, 0, MPI_COMM_WORLD, 1 - rank % 2, 0, &both);
  expect_error(brick_halo_ranks_create(both, &none),
               "the communicator given to brick is an inter-communicator, of two groups");
  MPI_Comm_free(&both);
  MPI_Comm_free(&half);
}

TEST_F(HaloC, HandsWarningsToTheCaller) {
  make(BRICK_HALO_PACKED);
  brick_halo_options options = brick_halo_default_options();
  options.out_of_sync = BRICK_HALO_WARN;
  std::string words;
  options.context = &words;
  options.warning = [](const char* text, void* context) { *static_cast<std::string*>(context) = text; };
  brick_halo* other = nullptr;
  ASSERT_EQ(brick_halo_create(ranks, &options, &other), BRICK_HALO_OK);
  const brick_halo_record record{0, 1, 1, 0};
  const brick_halo_part part{0, 8, 1, nullptr, &record};
  int id = 0;
  ASSERT_EQ(brick_halo_add_receive(other, 1, &part, BRICK_HALO_RANK_PER_CALL, 0, BRICK_HALO_DEFAULT, &id),
            BRICK_HALO_OK);
  for (int i = 0; i < 2; ++i) {
    brick_halo_status* status = nullptr;
    EXPECT_EQ(brick_halo_start_receive_packed(other, id, rank(), &status), BRICK_HALO_OK);
    EXPECT_EQ(brick_halo_detach(&status), BRICK_HALO_OK);
  }
  EXPECT_EQ(words, "halo receive 0 starts while a receive of this halo is under way");
  EXPECT_EQ(brick_halo_free(&other), BRICK_HALO_OK);
}

} // namespace
