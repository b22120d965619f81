// SPDX-License-Identifier: MIT
#include "last_words.hpp"

#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <thread>

namespace brick::detail {

namespace {

/// How long the launcher gets to forward a last message: what is still in its pipe when the job aborts is lost.
constexpr std::chrono::milliseconds last_message_time{200};

constexpr std::chrono::milliseconds between_ranks{1000};
constexpr int most_turns = 3;

} // namespace

std::chrono::milliseconds turn_of(int rank) { return between_ranks * std::min(rank, most_turns); }

void say(int rank, const char* message) {
  std::array<char, 64> speaker{};
  std::snprintf(speaker.data(), speaker.size(), "brick: rank %d: ", rank);
  const auto part = [](const char* text) { return iovec{const_cast<char*>(text), std::strlen(text)}; };
  const std::array line{part(speaker.data()), part(message), part("\n")};
  // What cannot be printed is lost.
  [[maybe_unused]] const ssize_t printed = ::writev(STDERR_FILENO, line.data(), static_cast<int>(line.size()));
}

void last_words(int rank, const char* message) {
  say(rank, message);
  if (::ftrylockfile(stdout) == 0) {
    std::fflush(stdout);
    ::funlockfile(stdout);
  }
  std::this_thread::sleep_for(last_message_time);
}

} // namespace brick::detail
