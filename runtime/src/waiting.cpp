// SPDX-License-Identifier: MIT
#include "waiting.hpp"

#include <algorithm>
#include <cstdint>
#include <set>
#include <utility>

#include "brick/environment.hpp"
#include "brick/error.hpp"
#include "last_words.hpp"
#include "rank_news.hpp"

namespace brick::detail {

namespace {

using namespace std::chrono_literals;

/// Few honest programs keep ranks waiting that long, and these have said so by then.
constexpr std::int64_t default_limit = 600;

/// The time between two looks, where turns are so slow that it is more: ranks share the core.
constexpr auto between_looks = 10ms;

constexpr auto between_checks = 250ms;

/// What a rank did before it ended may still be on its way.
constexpr auto last_messages_time = 1s;

std::string names_of(const std::vector<int>& ranks) {
  std::string names = ranks.size() == 1 ? "rank " : "ranks ";
  for (std::size_t i = 0; i < ranks.size(); ++i)
    names += (i == 0 ? "" : ", ") + std::to_string(ranks[i]);
  return names;
}

/// Who will never come, and why; empty if all may come.
std::string absence(const rank_news& news, const awaited& waits) {
  switch (waits.of) {
  case awaited::whom::all:
    return news.who_does_not_agree();
  case awaited::whom::ends:
    return news.who_has_died();
  case awaited::whom::some:
    return news.who_is_missing(waits.ranks, waits.exchange, waits.count);
  case awaited::whom::ranks:
    break;
  }
  for (const int rank : waits.ranks) {
    const std::string why = waits.goes_on ? news.why_gone(rank) : news.why_not(rank, waits.on);
    if (!why.empty()) return will_not_come(rank, why);
  }
  return "";
}

int world_rank() {
  int rank = 0;
  check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank), "MPI_Comm_rank");
  return rank;
}

/// "field u: shared exchange: rank 1 has"
std::string who_has(const awaited& waits) {
  const bool named = waits.of == awaited::whom::ranks && !waits.ranks.empty();
  const bool one = named && waits.ranks.size() == 1;
  return waits.what + ": " + (named ? names_of(waits.ranks) : "other ranks") + (one ? " has" : " have");
}

} // namespace

std::chrono::seconds wait_limit() {
  constexpr std::int64_t most = 100'000'000; // three years
  return std::chrono::seconds(environment_integer("BRICK_TIMEOUT", 0, most).value_or(default_limit));
}

std::string too_late(const awaited& waits, std::chrono::seconds limit) {
  return who_has(waits) + " not come within " + std::to_string(limit.count()) + " s (BRICK_TIMEOUT)";
}

std::string late(const awaited& waits, std::chrono::steady_clock::duration waited, std::chrono::seconds limit) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(waited);
  const std::string end =
      limit > 0s ? "the job ends after " + std::to_string(limit.count()) + " s" : "there is no limit";
  return who_has(waits) + " not come for " + std::to_string(seconds.count()) + " s, and " + end + " (BRICK_TIMEOUT)";
}

std::vector<int> incomplete(std::span<const MPI_Request> requests, std::span<const int> ranks) {
  std::set<int> result;
  for (std::size_t i = 0; i < requests.size(); ++i) {
    int done = 1;
    check_mpi(MPI_Request_get_status(requests[i], &done, MPI_STATUS_IGNORE), "MPI_Request_get_status");
    if (!done) result.insert(ranks[i]);
  }
  return {result.begin(), result.end()};
}

void waiting::look() {
  const clock::time_point now = clock::now();
  if (last_ != clock::time_point{}) {
    const clock::duration step = now - last_;
    waited_ += std::min<clock::duration>(step, longest_step);
    turns_ = step > between_looks ? std::max(turns_ / 2, 1U) : std::min(turns_ * 2, most_turns);
  }
  last_ = now;
  turns_to_look_ = turns_;
  if (waited_ < next_check_) return;
  next_check_ = waited_ + between_checks;
  check();
}

void waiting::check() {
  const awaited waits = describe_(of_);
  if (news_) {
    if (waits.of == awaited::whom::all) news_->tell_waiting(waits.what);
    if (waits.exchange >= 0)
      news_->tell_waiting(waits.ranks, waits.exchange, waits.count, waits.what);
    else
      news_->tell_waiting_for(waits.ranks);
    news_->listen();
    const std::string why = absence(*news_, waits);
    if (!why.empty() && !std::exchange(absent_, true)) absent_since_ = waited_;
    if (why.empty()) absent_ = false;
    if (absent_ && waited_ - absent_since_ >= last_messages_time) throw error(waits.what + ": " + why);
  }
  if (waits.of == awaited::whom::ends) return;
  const std::chrono::seconds limit = wait_limit();
  if (limit > 0s && waited_ >= limit) throw error(too_late(waits, limit));
  if (waited_ < patience) return;
  if (news_)
    news_->say_late(waits, waited_, limit);
  else if (!std::exchange(has_said_late_, true))
    say(world_rank(), late(waits, waited_, limit).c_str());
}

} // namespace brick::detail
