// Threads of a program's own that work together again and again, as inside a parallel region.
// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <chrono>
#include <deque>
#include <functional>
#include <thread>
#include <utility>

namespace bench {

/// The calling thread and others, which wait on their cores, of which there must be enough, for what is to be done
/// next. Where that takes long they sleep: other ways of a comparison want the cores, too.
class team {
public:
  team(int threads, std::function<void(int thread)> work) : work_(std::move(work)) {
    for (int thread = 1; thread < threads; ++thread) {
      std::atomic<int>& done = done_.emplace_back().value;
      others_.emplace_back([this, thread, &done] { follow(thread, done); });
    }
  }
  team(const team&) = delete;
  team& operator=(const team&) = delete;
  ~team() {
    tell(end);
    for (std::thread& each : others_)
      each.join();
  }

  /// Each thread does its part; returns when all have.
  void run() {
    tell(++turn_);
    work_(0);
    for (line& each : done_)
      for (long look = 1; each.value.load(std::memory_order_acquire) != turn_; ++look) {
        pause();
        if (look % looks == 0) std::this_thread::yield(); // it may wait for this very core
      }
  }

private:
  struct alignas(128) line { // not beside anything else, and not fetched with the line beside it
    std::atomic<int> value{0};
  };
  static constexpr int end = -1;
  static constexpr long looks = 500; ///< in a row, some microseconds

  /// Between two looks: leaves the core to the other hardware thread, if there is one.
  static void pause() {
#if defined(__x86_64__)
    __builtin_ia32_pause();
#endif
  }

  void tell(int what) {
    told_.value.store(what, std::memory_order_release);
    told_.value.notify_all();
  }

  /// The next thing that is told after `known`.
  int next(int known) {
    using clock = std::chrono::steady_clock;
    const auto asleep = clock::now() + std::chrono::microseconds(200);
    while (clock::now() < asleep)
      for (long look = 0; look < looks; ++look) {
        if (const int now = told_.value.load(std::memory_order_acquire); now != known) return now;
        pause();
      }
    told_.value.wait(known, std::memory_order_acquire);
    return told_.value.load(std::memory_order_acquire);
  }

  void follow(int thread, std::atomic<int>& done) {
    for (int known = next(0); known != end; known = next(known)) {
      work_(thread);
      done.store(known, std::memory_order_release);
    }
  }

  const std::function<void(int thread)> work_;
  line told_;
  int turn_ = 0;
  std::deque<line> done_; // one for each of the others
  std::deque<std::thread> others_;
};

} // namespace bench
