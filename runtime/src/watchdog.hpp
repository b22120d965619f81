// SPDX-License-Identifier: MIT
// A limit for calls of MPI that do not return before other ranks have come.
//
// Loops that wait throw an error when others do not come (waiting.hpp). Who is inside MPI_Win_flush can throw nothing.
// So a thread looks at how long such calls last, and when one has not returned within BRICK_TIMEOUT it prints the same
// message and ends the process, whereupon the launcher ends the others. It calls nothing of MPI, which programs may
// have started for one thread only; so it sees that ranks are late, not that they have died.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <span>
#include <string_view>
#include <thread>

namespace brick::detail {

struct awaited;

class deadline;

/// The thread, which there is from the first `deadline` on, and which sleeps while there is none.
class watchdog {
public:
  /// Throws `error` when BRICK_TIMEOUT is no number. MPI must have been started.
  watchdog();
  watchdog(const watchdog&) = delete;
  watchdog& operator=(const watchdog&) = delete;
  ~watchdog();

private:
  friend deadline;

  void add(deadline& call);
  void remove(deadline& call) noexcept;
  void begin_to_watch();
  void watch();
  void count_step();
  void say_late(std::unique_lock<std::mutex>& lock);
  static awaited awaited_by(const deadline& call);
  [[nodiscard]] const deadline* longer_than(std::chrono::milliseconds time) const; ///< a call that has lasted that long
  [[nodiscard]] const deadline* overdue() const;
  [[noreturn]] void end_process(const deadline& call) const;

  const std::chrono::seconds limit_;
  int rank_ = 0;
  std::mutex mutex_; ///< of all that follows, and of the deadlines
  std::condition_variable changed_;
  deadline* first_ = nullptr;
  bool started_ = false, sleeps_ = false, ends_ = false;
  std::chrono::steady_clock::time_point next_word_{}; ///< about ranks that are late: not before
  std::thread thread_;
};

/// Lives as long as this rank is in calls of MPI that may wait for others. Making and destroying one takes some tens of
/// nanoseconds.
class deadline {
public:
  /// `what` begins the message; it and `ranks`, those that are awaited, outlive this and do not change meanwhile. Where
  /// `ranks` is empty it is not known which.
  deadline(watchdog& by, std::string_view what, std::span<const int> ranks = {});
  deadline(const deadline&) = delete;
  deadline& operator=(const deadline&) = delete;
  ~deadline();

private:
  friend watchdog;

  watchdog& by_;
  std::string_view what_;
  std::span<const int> ranks_;
  std::chrono::milliseconds lasted_{};
  deadline* before_ = nullptr; ///< in the list of the watchdog
  deadline* next_ = nullptr;
};

} // namespace brick::detail
