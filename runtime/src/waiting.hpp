// SPDX-License-Identifier: MIT
// Waiting for other ranks, but not for ever.
#pragma once

#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <span>
#include <string>
#include <thread>
#include <vector>

#include "background_work.hpp"
#include "mpi_handles.hpp"

namespace brick::detail {

/// What this rank waits for.
struct awaited {
  enum class whom {
    ranks, ///< those named
    all,   ///< none goes on before all have come
    some,  ///< it is not known which; of those named, if any are
    ends,  ///< all, and there is no limit
  };
  std::string what;       ///< begins the message: "field u: shared exchange"
  std::vector<int> ranks; ///< that have not come
  whom of = whom::ranks;
  int on = -1;       ///< where an exchange is awaited: the number of its communicator
  int exchange = -1; ///< where they are awaited in one: its number in `rank_news`, and its count
  std::uint64_t count = 0;
  bool goes_on = false; ///< while those ranks wait for something else
};

/// Between two looks counts as much at most: a job that was suspended has not waited. Far less than the limits of
/// waiting, a second at least, which one suspension must not use up.
constexpr std::chrono::milliseconds longest_step{100};

/// The limit in seconds, 0 for none: BRICK_TIMEOUT. Throws `error` when that is no number.
std::chrono::seconds wait_limit();

/// Says that the limit is over.
std::string too_late(const awaited& waits, std::chrono::seconds limit);

/// Who has waited for so long says for whom, and goes on waiting,
constexpr std::chrono::seconds patience{10};

/// and no more often than this, where there are `rank_news` or it is inside MPI; else once in a wait.
constexpr std::chrono::minutes between_words{5};

/// What it says.
std::string late(const awaited& waits, std::chrono::steady_clock::duration waited, std::chrono::seconds limit);

/// The turns of a loop that waits: each gives up the core, since ranks may share one, and lets what this rank has under
/// way go on, since others may wait for that. Now and then one looks at the clock and at what other ranks have told.
class waiting {
public:
  /// `describe` returns what is awaited; it is called when this has lasted for a while, and must outlive the object.
  /// `news` may be null.
  template <class Describe>
  waiting(rank_news* news, const Describe& describe)
      : news_(news), describe_([](const void* of) -> awaited { return (*static_cast<const Describe*>(of))(); }),
        of_(&describe) {}
  template <class Describe> waiting(rank_news* news, const Describe&& describe) = delete;

  /// Throws `error` when those who are awaited will never come, or have not come within the limit.
  void turn() {
    std::this_thread::yield();
    go_on_in_background();
    if (--turns_to_look_ == 0) look();
  }

private:
  using clock = std::chrono::steady_clock;
  static constexpr unsigned most_turns = 64; // between looks: reading the clock each time would cost more than the loop

  void look();
  void check();

  rank_news* news_;
  awaited (*describe_)(const void*);
  const void* of_;
  unsigned turns_ = most_turns, turns_to_look_ = most_turns;
  clock::time_point last_{};
  clock::duration waited_{}, next_check_ = std::chrono::seconds(1), absent_since_{};
  bool absent_ = false, has_said_late_ = false;
};

/// The ranks whose requests are not complete, each once, in their order; `ranks` are those of the requests.
std::vector<int> incomplete(std::span<const MPI_Request> requests, std::span<const int> ranks);

/// Waits until all requests are complete.
template <class Describe> void wait_all(rank_news* news, std::span<MPI_Request> requests, const Describe& describe) {
  waiting until_complete(news, describe);
  while (!all_complete(requests))
    until_complete.turn();
}

} // namespace brick::detail
