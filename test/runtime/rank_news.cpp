// SPDX-License-Identifier: MIT
// What ranks tell each other about waiting proves that one will not come, and proves nothing where it may.
#include "rank_news.hpp"

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "box_messages.hpp"
#include "brick/brick.hpp"
#include "main_mpi.hpp"
#include "mpi_handles.hpp"
#include "waiting.hpp"

namespace {

using brick::detail::box_message;
using brick::detail::rank_news;

/// News of their own, so that those of the program stay as they are.
struct RankNews : testing::Test {
  rank_news news{brick::detail::duplicate_of(brick::detail::communicator_of(program().world())), program().node()};

  /// Until rank 1 has told what it tells.
  void listen_until_it_will_not_come(int on = -1) {
    while (news.why_not(1, on).empty())
      news.listen();
  }

  /// What rank 0 says in an agreement that is another one, or the same, than that in which rank 1 waits.
  std::string said_while_rank_1_reduces(int on, const char* call) {
    std::string said;
    if (program().rank() == 1) {
      news.agreement_begins(1, "MPI_Ibcast");
      news.tell_waiting("brick::reduce<f>: MPI_Ibcast");
    }
    if (program().rank() == 0) {
      listen_until_it_will_not_come();
      news.agreement_begins(on, call);
      said = news.who_does_not_agree();
    }
    EXPECT_TRUE(news.wait_for_all(std::nullopt));
    return said;
  }
};

TEST_F(RankNews, OfAnExchangeThatWasRemoved) {
  std::uint64_t begun = 4;
  const int number = news.add_exchange(begun);
  if (program().rank() == 1) news.tell_waiting({0}, number, 5, "field u: exchange");
  if (program().rank() == 0) {
    listen_until_it_will_not_come();
    EXPECT_EQ(news.why_not(1), "it waits for this one: field u: exchange");
    begun = 5;
    EXPECT_EQ(news.why_not(1), "");
  }
  news.remove_exchange(number);
  EXPECT_EQ(news.why_not(1), "");
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

TEST_F(RankNews, OfAnExchangeThatIsNotMadeYet) {
  if (program().rank() == 1) news.tell_waiting({0}, 0, 1, "field u: exchange");
  if (program().rank() == 0) {
    listen_until_it_will_not_come();
    EXPECT_EQ(news.why_not(1), "it waits for this one: field u: exchange");
    EXPECT_EQ(news.why_gone(1), "");
  }
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

/// Who gives up an exchange on one communicator goes on with others, and with messages of other kinds.
TEST_F(RankNews, OfExchangesThatWereGivenUp) {
  if (program().rank() == 1) news.tell_given_up(1, "field u: exchange");
  if (program().rank() == 0) {
    listen_until_it_will_not_come(1);
    EXPECT_EQ(news.why_not(1, 1), "an exception has torn it out of field u: exchange");
    EXPECT_EQ(news.why_not(1, 0), "");
    EXPECT_EQ(news.why_not(1), "");
  }
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

/// Rank 3, which has ended, and rank 1 are no neighbours.
TEST_F(RankNews, OfAnEndGoesToWhoWaits) {
  if (program().size() < 4) GTEST_SKIP() << "all ranks are neighbours; runtime-news.4-ranks runs this";
  if (program().rank() == 3) news.tell_ended();
  if (program().rank() == 1) {
    news.tell_waiting_for({3});
    while (news.why_not(3).empty())
      news.listen();
    EXPECT_EQ(news.why_not(3), "it has ended");
  }
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

/// Rank 1 has ended, perhaps when it had come. That is known when all others have.
TEST_F(RankNews, OfWhoIsMissingAmongSeveral) {
  if (program().size() < 3) GTEST_SKIP() << "that takes three ranks; runtime-news.3-ranks runs this";
  const std::vector<int> others{1, 2};
  std::uint64_t begun = 4;
  const int number = news.add_exchange(begun);
  if (program().rank() == 1) news.tell_ended();
  if (program().rank() == 0) {
    while (news.why_not(1).empty())
      news.listen();
    EXPECT_EQ(news.who_is_missing(others, number, 4), "");
  }
  program().world().barrier();
  if (program().rank() == 2) news.tell_waiting({0}, number, 4, "an exchange");
  if (program().rank() == 0) {
    while (news.who_is_missing(others, number, 4).empty())
      news.listen();
    EXPECT_EQ(news.who_is_missing(others, number, 4), "rank 1 will not come: it has ended");
    EXPECT_EQ(news.who_is_missing(others, number, 5), "");
  }
  news.remove_exchange(number);
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

/// A broadcast comes from rank to rank: the root may have ended when it comes here.
TEST_F(RankNews, OfOneThatEndedAfterItHadAgreed) {
  news.agreement_begins(0, "MPI_Ibcast");
  if (program().rank() == 1) news.tell_ended();
  if (program().rank() == 0) {
    listen_until_it_will_not_come();
    EXPECT_EQ(news.why_not(1), "it has ended");
    EXPECT_EQ(news.who_does_not_agree(), "");
    news.agreement_begins(0, "MPI_Ibcast");
    EXPECT_EQ(news.who_does_not_agree(), "rank 1 will not come: it has ended");
  }
  EXPECT_TRUE(news.wait_for_all(std::nullopt));
}

/// Two that wait for all ranks, each in a call of its own, of MPI or on a communicator, wait for ever.
TEST_F(RankNews, OfOneThatAgreesElsewhere) {
  const std::string elsewhere =
      "rank 1 will not come: it waits for all ranks, this one too: brick::reduce<f>: MPI_Ibcast";
  const auto [same, other_call, other_communicator] =
      std::array{said_while_rank_1_reduces(1, "MPI_Ibcast"), said_while_rank_1_reduces(1, "MPI_Iallgather"),
                 said_while_rank_1_reduces(0, "MPI_Ibcast")};
  if (program().rank() != 0) return;
  EXPECT_EQ(same, "");
  EXPECT_EQ(other_call, elsewhere);
  EXPECT_EQ(other_communicator, elsewhere);
}

TEST(CommunicatorNumbers, TellThoseOfTheRuntimeApart) {
  const auto& state = *program().state();
  EXPECT_NE(brick::detail::state_of(state.world).number, brick::detail::state_of(state.halo).number);
}

TEST(Incomplete, NamesThoseThatHaveNotComeOnce) {
  const MPI_Comm world = brick::detail::communicator_of(program().world());
  const int own = program().rank();
  std::vector<char> received(3);
  std::vector<MPI_Request> requests(4, MPI_REQUEST_NULL);
  for (int tag = 0; tag < 3; ++tag)
    MPI_Irecv(&received[tag], 1, MPI_CHAR, own, tag, world, &requests[tag]);
  const std::vector<int> ranks{7, 5, 7, 3}; // the last request is null, which is complete
  EXPECT_EQ(brick::detail::incomplete(requests, ranks), (std::vector<int>{5, 7}));
  const auto send = [&](int tag) { MPI_Send("x", 1, MPI_CHAR, own, tag, world); };
  send(1);
  EXPECT_EQ(brick::detail::incomplete(requests, ranks), std::vector<int>{7});
  send(0);
  EXPECT_EQ(brick::detail::incomplete(requests, ranks), std::vector<int>{7});
  send(2);
  EXPECT_EQ(brick::detail::incomplete(requests, ranks), std::vector<int>{});
  MPI_Waitall(4, requests.data(), MPI_STATUSES_IGNORE);
}

/// Rank 1 waits for the last one, which is slow, while rank 0 has had its box and waits for rank 1 already.
TEST(SlowRank, EndsNobody) {
  if (program().size() < 3)
    GTEST_SKIP() << "one waits, one is slow, one has gone on: that takes three ranks; runtime-news.3-ranks runs this";
  // Longer than who waits takes to find a rank that does not come: a second, a look, and a second more.
  constexpr std::chrono::milliseconds slow{3500};
  const int own = program().rank(), last = program().size() - 1;
  const brick::grid<3> all(program(), {.cells = {16 * program().size(), 16, 16}},
                           brick::step_plan<3>{.brick = {8, 8, 8}, .halo = {1, 1, 1}});
  brick::field<double, 3> u(all, "u");
  u.fill(1);
  if (own == last) std::this_thread::sleep_for(slow);
  std::vector<box_message> messages;
  for (const int other : {own - 1, own + 1})
    if (other >= 0 && other <= last)
      messages.push_back({other, 0, 0, std::vector<std::byte>(8, std::byte(own)), std::vector<std::byte>(8)});
  brick::detail::exchange_boxes(program().world(), messages);
  for (const box_message& m : messages)
    EXPECT_EQ(m.received, std::vector<std::byte>(8, std::byte(m.rank)));
  u.exchange_ghosts();
}

} // namespace
