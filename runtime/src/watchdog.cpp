// SPDX-License-Identifier: MIT
#include "watchdog.hpp"

#include <csignal>
#include <cstdlib>
#include <string>
#include <system_error>
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

/// Where the system has no thread left, calls last as long as they last.
void watchdog::begin_to_watch() {
  started_ = true;
  const without_signals of_the_program;
  try {
    thread_ = std::thread([this] { watch(); });
  } catch (const std::system_error&) {
  }
}

void watchdog::watch() {
  std::unique_lock lock(mutex_);
  while (!ends_) {
    sleeps_ = true;
    changed_.wait(lock, [this] { return ends_ || first_; });
    if (!changed_.wait_for(lock, longest_step, [this] { return ends_; })) look();
  }
}

/// Each look counts as the time between two, however long ago the last one was: a job that was suspended has not
/// waited.
void watchdog::look() {
  for (deadline* call = first_; call; call = call->next_) {
    if (call->left_ <= std::chrono::milliseconds(0)) end_process(*call);
    call->left_ -= longest_step;
  }
}

/// Holds the mutex, so that the call does not go on behind the message.
void watchdog::end_process(const deadline& call) const {
  const awaited waits{std::string(call.what_), {call.ranks_.begin(), call.ranks_.end()}};
  last_words(rank_, too_late(waits, limit_).c_str());
  std::_Exit(EXIT_FAILURE);
}

deadline::deadline(watchdog& by, std::string_view what, std::span<const int> ranks)
    : by_(by.limit_ > std::chrono::seconds(0) ? &by : nullptr), what_(what), ranks_(ranks), left_(by.limit_) {
  if (by_) by_->add(*this);
}

deadline::~deadline() {
  if (by_) by_->remove(*this);
}

} // namespace brick::detail
