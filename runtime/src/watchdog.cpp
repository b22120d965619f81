// SPDX-License-Identifier: MIT
#include "watchdog.hpp"

#include <csignal>
#include <cstdlib>
#include <exception>
#include <string>
#include <utility>

#include <mpi.h>

#include "brick/error.hpp"
#include "last_words.hpp"
#include "waiting.hpp"

namespace brick::detail {

namespace {

/// While it lives, this thread and those that it starts get no signals: they are for the program's own threads.
class without_signals {
public:
  without_signals() {
    sigset_t all;
    ::sigfillset(&all);
    ::pthread_sigmask(SIG_SETMASK, &all, &before_);
  }
  without_signals(const without_signals&) = delete;
  without_signals& operator=(const without_signals&) = delete;
  ~without_signals() { ::pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

private:
  sigset_t before_{};
};

} // namespace

awaited watchdog::awaited_by(const deadline& call) {
  return {std::string(call.what_), {call.ranks_.begin(), call.ranks_.end()}};
}

watchdog::watchdog() : limit_(wait_limit()) { check_mpi(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank"); }

watchdog::~watchdog() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void watchdog::add(deadline& call) {
  const std::lock_guard lock(mutex_);
  if (!started_) begin_to_watch();
  call.next_ = first_;
  if (first_) first_->before_ = &call;
  first_ = &call;
  if (std::exchange(sleeps_, false)) changed_.notify_one();
}

void watchdog::remove(deadline& call) noexcept {
  const std::lock_guard lock(mutex_);
  (call.before_ ? call.before_->next_ : first_) = call.next_;
  if (call.next_) call.next_->before_ = call.before_;
}

/// Where the system has no thread or no memory left, calls last as long as they last.
void watchdog::begin_to_watch() {
  started_ = true;
  const without_signals of_the_program;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::exception&) {
  }
}

void watchdog::watch() {
  std::unique_lock lock(mutex_);
  const auto ends_within = [&](std::chrono::milliseconds time) {
    return changed_.wait_for(lock, time, [this] { return ends_; });
  };
  while (!ends_) {
    if (!first_) {
      sleeps_ = true; // until a call has come, and also if it has gone again before this thread gets the mutex
      changed_.wait(lock, [this] { return ends_ || !sleeps_; });
    }
    if (ends_within(longest_step)) return;
    count_step();
    say_late(lock);
    if (!overdue() || ends_within(turn_of(rank_))) continue;
    if (const deadline* call = overdue()) end_process(*call); // otherwise who was late has come
  }
}

/// Each look counts as the time between two, however long ago the last one was: a job that was suspended has not
/// waited.
void watchdog::count_step() {
  for (deadline* call = first_; call; call = call->next_)
    call->lasted_ += longest_step;
}

const deadline* watchdog::longer_than(std::chrono::milliseconds time) const {
  const deadline* call = first_;
  while (call && call->lasted_ <= time)
    call = call->next_;
  return call;
}

const deadline* watchdog::overdue() const { return limit_ > std::chrono::seconds(0) ? longer_than(limit_) : nullptr; }

/// Printing may last, and calls come and go meanwhile.
void watchdog::say_late(std::unique_lock<std::mutex>& lock) {
  const auto now = std::chrono::steady_clock::now();
  const deadline* const call = now < next_word_ ? nullptr : longer_than(patience);
  if (!call) return;
  next_word_ = now + between_words;
  const std::string text = late(awaited_by(*call), call->lasted_, limit_);
  lock.unlock();
  say(rank_, text.c_str());
  lock.lock();
}

/// Holds the mutex, so that the call does not go on behind the message.
void watchdog::end_process(const deadline& call) const {
  last_words(rank_, too_late(awaited_by(call), limit_).c_str());
  std::_Exit(EXIT_FAILURE);
}

deadline::deadline(watchdog& by, std::string_view what, std::span<const int> ranks)
    : by_(by), what_(what), ranks_(ranks) {
  by_.add(*this);
}

deadline::~deadline() { by_.remove(*this); }

} // namespace brick::detail
