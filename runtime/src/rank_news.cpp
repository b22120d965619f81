// SPDX-License-Identifier: MIT
#include "rank_news.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <sstream>
#include <thread>
#include <utility>

#include "brick/error.hpp"
#include "last_words.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "process.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

constexpr int news_tag = 0;

/// For what MPI does to send a small message.
constexpr std::chrono::milliseconds first_steps_time{50};

/// A rank may have taken what it was told while it waited for something else, and compute for long since.
constexpr std::chrono::seconds long_patience{60};

/// Process numbers mean the same to those who agree on this; 0 where the system does not say.
unsigned long process_numbering() {
  struct stat status{};
  return ::stat("/proc/self/ns/pid", &status) == 0 ? static_cast<unsigned long>(status.st_ino) : 0;
}

std::string waits_for_all(const std::string& agreement) { return "it waits for all ranks, this one too: " + agreement; }

} // namespace

std::string will_not_come(int rank, const std::string& why) {
  return "rank " + std::to_string(rank) + " will not come: " + why;
}

rank_news::rank_news(communicator ranks, const communicator& node) : ranks_(std::move(ranks)) {
  const int size = ranks_.size();
  if (size > 1) partners_ = {(ranks_.rank() + 1) % size, (ranks_.rank() + size - 1) % size};
  std::ostringstream own;
  own << ranks_.rank() << ' ' << ::getpid() << ' ' << process_numbering();
  for (const std::string& text : node.all_gather(own.str())) {
    int rank = 0;
    pid_t process = 0;
    unsigned long numbering = 0;
    std::istringstream(text) >> rank >> process >> numbering;
    if (rank != ranks_.rank() && numbering != 0 && numbering == process_numbering()) processes_[rank] = process;
  }
}

rank_news::~rank_news() {
  try {
    if (!mpi_has_ended()) forget_sent();
  } catch (const error&) { // then nobody hears
  }
  if (!sent_.empty()) new std::list<letter>(std::move(sent_)); // MPI may still read them
}

void rank_news::add_partner(int rank) {
  if (rank != ranks_.rank()) partners_.insert(rank);
}

int rank_news::add_exchange(const std::uint64_t& begun) {
  exchanges_[next_exchange_] = &begun;
  return next_exchange_++;
}

/// Also while an exception unwinds: what cannot be told is not told, and the others find out by their time limit.
void rank_news::tell(kind what, const std::string& text) noexcept {
  if (mpi_has_ended()) return;
  try {
    for (const int rank : partners_)
      send(rank, static_cast<char>(what) + text);
    if (what != kind::given_up) return;
    // The program may not call MPI for long, and what has not been sent by then stays here.
    const auto end = std::chrono::steady_clock::now() + first_steps_time;
    for (forget_sent(); !sent_.empty() && std::chrono::steady_clock::now() < end; forget_sent())
      std::this_thread::yield();
  } catch (const std::exception&) {
  }
}

void rank_news::tell_given_up(int on, const std::string& what) noexcept {
  tell(kind::given_up, std::to_string(on) + ' ' + what);
}

void rank_news::tell_waiting(const std::string& what) {
  for (const int rank : partners_)
    tell_waiting(rank, static_cast<char>(kind::agrees) + std::to_string(own_.count) + ' ' + own_.kind() + ' ' + what);
}

void rank_news::tell_waiting(const std::vector<int>& ranks, int exchange, std::uint64_t count,
                             const std::string& what) {
  for (const int rank : ranks)
    tell_waiting(rank, static_cast<char>(kind::exchanges) + std::to_string(exchange) + ' ' + std::to_string(count) +
                           ' ' + what);
}

void rank_news::tell_waiting_for(const std::vector<int>& ranks) {
  for (const int rank : ranks)
    if (rank != ranks_.rank()) tell_waiting(rank, std::string(1, static_cast<char>(kind::waits)));
}

void rank_news::tell_ended() noexcept {
  ended_ = true;
  tell(kind::ended, std::to_string(own_.count));
}

/// Who computes for long does not listen: so there is at most one such message on its way to each rank, and the next
/// is sent when that has been taken.
void rank_news::tell_waiting(int rank, const std::string& text) {
  forget_sent();
  const bool on_its_way = std::ranges::any_of(sent_, [&](const letter& each) { return each.rank == rank; });
  if (on_its_way || told_[rank] == text) return;
  send(rank, told_[rank] = text);
}

/// A synchronous send is complete when the other side has taken it: in the end none is left.
void rank_news::send(int rank, const std::string& text) {
  letter& out = sent_.emplace_back(rank, text);
  check_mpi(MPI_Issend(out.text.data(), static_cast<int>(out.text.size()), MPI_CHAR, rank, news_tag,
                       communicator_of(ranks_), &out.request),
            "MPI_Issend");
}

void rank_news::forget_sent() {
  std::erase_if(sent_, [](letter& each) { return all_complete({&each.request, 1}); });
}

void rank_news::listen() {
  const MPI_Comm ranks = communicator_of(ranks_);
  for (;;) {
    int found = 0, length = 0;
    MPI_Message message = MPI_MESSAGE_NULL;
    MPI_Status status;
    check_mpi(MPI_Improbe(MPI_ANY_SOURCE, news_tag, ranks, &found, &message, &status), "MPI_Improbe");
    if (!found) return;
    check_mpi(MPI_Get_count(&status, MPI_CHAR, &length), "MPI_Get_count");
    std::string text(static_cast<std::size_t>(length), '\0');
    check_mpi(MPI_Mrecv(text.data(), length, MPI_CHAR, &message, MPI_STATUS_IGNORE), "MPI_Mrecv"); // it is short
    take(status.MPI_SOURCE, text);
  }
}

void rank_news::take(int rank, const std::string& text) {
  heard& of = heard_[rank];
  std::istringstream rest(text.substr(1));
  const kind what = static_cast<kind>(text.front());
  if (what != kind::ended && what != kind::given_up) add_waiting(rank);
  switch (what) {
  case kind::ended:
    of.ended = true;
    rest >> of.ended_after;
    break;
  case kind::given_up: {
    int on = -1;
    rest >> on;
    std::getline(rest >> std::ws, of.given_up[on]);
    break;
  }
  case kind::agrees:
    std::getline(rest >> of.agreement >> of.agreement_kind >> std::ws, of.agreement_name);
    break;
  case kind::exchanges:
    std::getline(rest >> of.exchange >> of.count >> std::ws, of.exchange_name);
    break;
  case kind::waits:
    break;
  }
}

/// It is told when this rank ends, or now that it has.
void rank_news::add_waiting(int rank) {
  std::string end(1, static_cast<char>(kind::ended));
  if (partners_.insert(rank).second && ended_) send(rank, end += std::to_string(own_.count));
}

/// In an exchange that has not begun here. One that was removed here may have begun as often as that.
bool rank_news::waits_for_this(const heard& of) const {
  const auto found = exchanges_.find(of.exchange);
  if (found != exchanges_.end()) return of.count > *found->second;
  return of.exchange >= next_exchange_;
}

std::string rank_news::why_not(int rank, int on) const {
  if (const auto found = heard_.find(rank); found != heard_.end() && !found->second.ended) {
    const heard& of = found->second;
    if (const auto what = of.given_up.find(on); what != of.given_up.end())
      return "an exception has torn it out of " + what->second;
    if (of.agreement > own_.count) return waits_for_all(of.agreement_name);
    if (waits_for_this(of)) return "it waits for this one: " + of.exchange_name;
  }
  return why_gone(rank);
}

std::string rank_news::why_gone(int rank) const {
  if (const auto found = heard_.find(rank); found != heard_.end() && found->second.ended) return "it has ended";
  return has_died(rank) ? "it has died" : "";
}

/// As far as it has told.
bool rank_news::has_begun(int rank, int exchange, std::uint64_t count) const {
  const auto found = heard_.find(rank);
  return found != heard_.end() && found->second.exchange == exchange && found->second.count >= count;
}

/// If all that can come have come, and this one goes on waiting, it waits for one of the others.
std::string rank_news::who_is_missing(const std::vector<int>& ranks, int exchange, std::uint64_t count) const {
  std::string missing;
  for (const int rank : ranks) {
    if (has_begun(rank, exchange, count)) continue;
    const std::string why = why_gone(rank);
    if (why.empty()) return "";
    if (missing.empty()) missing = will_not_come(rank, why);
  }
  return missing;
}

/// Who agreed before it ended may still be waited for where a rank in between is slow: broadcasts go from rank to rank.
std::string rank_news::why_not_agreeing(const heard& of) const {
  if (of.ended && of.ended_after < own_.count) return "it has ended";
  const bool in_another = of.agreement == own_.count && of.agreement_kind != own_.kind();
  return in_another ? waits_for_all(of.agreement_name) : "";
}

std::string rank_news::who_does_not_agree() const {
  for (const auto& [rank, of] : heard_)
    if (const std::string why = why_not_agreeing(of); !why.empty()) return will_not_come(rank, why);
  return who_has_died();
}

std::string rank_news::who_has_died() const {
  for (const auto& [rank, process] : processes_)
    if (has_died(rank)) return will_not_come(rank, "it has died");
  return "";
}

bool rank_news::has_died(int rank) const {
  const auto found = processes_.find(rank);
  return found != processes_.end() && has_ended(found->second);
}

/// Those that have not taken what this rank told them, which who waits does. It may have been told in an earlier wait:
/// then they have not waited since.
std::vector<int> rank_news::silent_among(const awaited& waits) const {
  std::vector<int> told = waits.ranks;
  if (waits.of == awaited::whom::all) told.assign(partners_.begin(), partners_.end());
  std::erase_if(told, [&](int rank) {
    return std::ranges::none_of(sent_, [&](const letter& each) { return each.rank == rank; });
  });
  return told;
}

void rank_news::say_late(const awaited& waits, std::chrono::steady_clock::duration waited, std::chrono::seconds limit) {
  const auto now = std::chrono::steady_clock::now();
  if (now < next_word_) return;
  awaited late_ones = waits;
  const bool has_told = waits.of == awaited::whom::all || waits.exchange >= 0;
  if (has_told && waited < long_patience) {
    forget_sent();
    late_ones.of = awaited::whom::ranks;
    late_ones.ranks = silent_among(waits);
    if (late_ones.ranks.empty()) return;
  }
  next_word_ = now + between_words;
  say(ranks_.rank(), late(late_ones, waited, limit).c_str());
}

/// Others may compute for hours after this rank has ended, so there is no time limit. What was told about waiting is
/// taken by all first, in the way of halo_check.cpp; then what those who had ended have answered, in the same way.
bool rank_news::wait_for_all(std::optional<std::chrono::seconds> at_most) {
  const auto start = std::chrono::steady_clock::now();
  MPI_Request request = MPI_REQUEST_NULL;
  const auto end = [] { return awaited{"the end of the program", {}, awaited::whom::ends}; };
  waiting until_all(this, end);
  int barriers = 0;
  for (bool in_barrier = false;; until_all.turn()) {
    listen();
    if (in_barrier && all_complete({&request, 1})) {
      in_barrier = false;
      if (++barriers == 2) return true;
    }
    if (at_most && std::chrono::steady_clock::now() - start > *at_most) return false;
    forget_sent();
    if (in_barrier || !sent_.empty()) continue;
    check_mpi(MPI_Ibarrier(communicator_of(ranks_), &request), "MPI_Ibarrier");
    in_barrier = true;
  }
}

} // namespace brick::detail
