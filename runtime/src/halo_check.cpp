// SPDX-License-Identifier: MIT
// Every rank tells those it sends to what it will send; each compares that with what it receives. No rank knows who
// will tell it something, so the end is found as in Hoefler, Siebert, Lumsdaine, "Scalable communication protocols for
// dynamic sparse data exchange": synchronous sends, and a barrier that a rank enters when all of its own have been
// received.
#include "halo_check.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "agreement.hpp"
#include "brick/error.hpp"
#include "mpi_handles.hpp"
#include "rank_news.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

/// What the other side is told of a send: its tag, number, length and strategy.
using announcement = std::array<std::int64_t, 4>;
using announcements = std::map<int, std::vector<announcement>>; // by rank

announcements announced(const halo_sides& sends) {
  announcements result;
  for (const auto& send : sends)
    if (send->rank != rank_per_call)
      result[send->rank].push_back(
          {send->tag, send->id, send->layout.bytes(), static_cast<std::int64_t>(send->strategy)});
  return result;
}

/// Some rank has not begun the check, which ends when all have.
constexpr auto describe_check = [] { return awaited{"the check of halos", {}, awaited::whom::all}; };

/// Takes one announcement if there is one.
void take_announcement(MPI_Comm ranks, int tag, announcements& result) {
  int found = 0, count = 0;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Status status;
  check_mpi(MPI_Improbe(MPI_ANY_SOURCE, tag, ranks, &found, &message, &status), "MPI_Improbe");
  if (!found) return;
  check_mpi(MPI_Get_count(&status, MPI_INT64_T, &count), "MPI_Get_count");
  std::vector<announcement>& list = result[status.MPI_SOURCE];
  list.resize(static_cast<std::size_t>(count) / std::tuple_size_v<announcement>);
  MPI_Request request = MPI_REQUEST_NULL;
  check_mpi(MPI_Imrecv(list.data(), count, MPI_INT64_T, &message, &request), "MPI_Imrecv");
  wait_all(nullptr, {&request, 1}, describe_check);
}

std::vector<MPI_Request> send_announcements(MPI_Comm ranks, int tag, const announcements& own) {
  std::vector<MPI_Request> requests;
  for (const auto& [rank, list] : own)
    check_mpi(MPI_Issend(list.data(), static_cast<int>(std::tuple_size_v<announcement> * list.size()), MPI_INT64_T,
                         rank, tag, ranks, &requests.emplace_back(MPI_REQUEST_NULL)),
              "MPI_Issend");
  return requests;
}

announcements exchange_announcements(const communicator& group, int tag, const announcements& own) {
  const MPI_Comm ranks = communicator_of(group);
  announcements result;
  if (rank_news* const news = news_of(group)) news->agreement_begins(state_of(group).number, "MPI_Issend");
  std::vector<MPI_Request> requests = send_announcements(ranks, tag, own);
  waiting until_complete(news_of(group), describe_check);
  for (bool in_barrier = false;;) {
    take_announcement(ranks, tag, result);
    if (all_complete(requests)) {
      if (in_barrier) return result;
      requests.assign(1, MPI_REQUEST_NULL);
      check_mpi(MPI_Ibarrier(ranks, requests.data()), "MPI_Ibarrier");
      in_barrier = true;
    }
    until_complete.turn();
  }
}

std::string message_words(std::int64_t tag, int from, int to) {
  return "the halo message with tag " + std::to_string(tag) + " from rank " + std::to_string(from) + " to rank " +
         std::to_string(to);
}

/// Whether messages are put, and put where: strategies of the two sides of a message need the same.
int way_of(halo_strategy strategy) { return !puts(strategy) ? 0 : strategy == halo_strategy::maximal_block ? 1 : 2; }

void check_strategies(const std::string& message, halo_strategy sent, std::int64_t id, const halo_side& receive) {
  if (way_of(sent) == way_of(receive.strategy)) return;
  throw error(message + " is sent by strategy " + std::string(to_string(sent)) + " (send " + std::to_string(id) +
              "), but received by " + std::string(to_string(receive.strategy)) + " (receive " +
              std::to_string(receive.id) +
              "); messages that are put need maximal_block on both sides, or packed_put, fixed_pipeline or "
              "superpipeline on both");
}

/// Compares one receive with what has been announced, and strikes that out.
void check_receive(const halo_side& receive, int own_rank, announcements& told) {
  std::vector<announcement>& list = told[receive.rank];
  const auto match = std::ranges::find(list, receive.tag, [](const announcement& a) { return a[0]; });
  const std::string message = message_words(receive.tag, receive.rank, own_rank);
  const std::string expected = std::to_string(receive.layout.bytes()) + " bytes";
  if (match == list.end())
    throw error(message + " (receive " + std::to_string(receive.id) + ", " + expected + ") is not sent there");
  const auto [tag, id, bytes, strategy] = *match;
  if (bytes != receive.layout.bytes())
    throw error(message + " has " + std::to_string(bytes) + " bytes as it is sent (send " + std::to_string(id) +
                "), but " + expected + " are expected (receive " + std::to_string(receive.id) + ")");
  check_strategies(message, static_cast<halo_strategy>(strategy), id, receive);
  list.erase(match);
}

void check_against(const announcements& all, int own_rank, const halo_sides& receives) {
  announcements told = all;
  for (const auto& receive : receives)
    if (receive->rank != rank_per_call) check_receive(*receive, own_rank, told);
  for (const auto& [rank, list] : told)
    if (!list.empty())
      throw error(message_words(list[0][0], rank, own_rank) + " (send " + std::to_string(list[0][1]) + ", " +
                  std::to_string(list[0][2]) + " bytes) is not received there");
}

/// Bytes of arrays, as runs that are sorted and apart.
struct run {
  int array = 0;
  std::int64_t begin = 0, end = 0;
};

std::vector<run> joined(std::vector<run> runs) {
  std::ranges::sort(runs, {}, [](const run& r) { return std::pair(r.array, r.begin); });
  std::vector<run> result;
  for (const run& r : runs)
    if (!result.empty() && result.back().array == r.array && r.begin <= result.back().end)
      result.back().end = std::max(result.back().end, r.end);
    else
      result.push_back(r);
  return result;
}

/// What the halos with fixed ranks take; of all of them or of those that are not packed.
std::vector<run> runs_of(const halo_sides& sides, bool packed_too) {
  std::vector<run> result;
  for (const auto& side : sides) {
    if (side->rank == rank_per_call || (side->packs() && !packed_too)) continue;
    for (const halo_piece& p : side->layout.pieces())
      for (std::int64_t row = 0; row < p.rows; ++row)
        result.push_back({p.array, p.start + row * p.stride, p.start + row * p.stride + p.columns});
  }
  return joined(std::move(result));
}

void check_apart(const std::vector<run>& sent, const std::vector<run>& received) {
  for (auto s = sent.begin(), r = received.begin(); s != sent.end() && r != received.end();) {
    if (s->array == r->array && s->begin < r->end && r->begin < s->end)
      throw error("byte " + std::to_string(std::max(s->begin, r->begin)) + " of array " + std::to_string(s->array) +
                  " is both sent and received, which only packed and persistent halos allow");
    (std::pair(s->array, s->end) < std::pair(r->array, r->end) ? s : r)++;
  }
}

/// MPI reads and writes arrays of halos that are not packed whenever it likes.
void check_apart(const halo_sides& sends, const halo_sides& receives) {
  check_apart(runs_of(sends, false), runs_of(receives, true));
  check_apart(runs_of(sends, true), runs_of(receives, false));
}

} // namespace

void check_halos(const communicator& ranks, int tag, const halo_sides& sends, const halo_sides& receives) {
  const announcements told = exchange_announcements(ranks, tag, announced(sends));
  together(ranks, "", [&] {
    check_against(told, ranks.rank(), receives);
    check_apart(sends, receives);
  });
}

} // namespace brick::detail
