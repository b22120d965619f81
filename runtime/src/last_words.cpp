// SPDX-License-Identifier: MIT
#include "last_words.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <thread>

namespace brick::detail {

namespace {

/// How long the launcher gets to forward a last message: what is still in its pipe when the job aborts is lost.
constexpr std::chrono::milliseconds last_message_time{200};

constexpr std::chrono::milliseconds between_ranks{1000};
constexpr int most_turns = 3;

} // namespace

void last_words(int rank, const char* message) {
  std::this_thread::sleep_for(between_ranks * std::min(rank, most_turns));
  std::fprintf(stderr, "brick: rank %d: %s\n", rank, message);
  std::fflush(nullptr);
  std::this_thread::sleep_for(last_message_time);
}

} // namespace brick::detail
