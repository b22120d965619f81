// SPDX-License-Identifier: MIT
#include "process.hpp"

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <fstream>
#include <stdexcept>
#include <string>
#include <thread>

namespace {

using brick::detail::has_ended;

/// A process that does that and ends.
template <class Action> pid_t process_that(Action action) {
  const pid_t process = ::fork();
  if (process < 0) throw std::runtime_error("no further process"); // as a number it would mean all of them to kill
  if (process == 0) {
    action();
    ::_exit(0);
  }
  return process;
}

/// Waits for its end, and leaves it to be taken notice of.
void await_end(pid_t process) {
  siginfo_t info;
  ASSERT_EQ(::waitid(P_PID, static_cast<id_t>(process), &info, WEXITED | WNOWAIT), 0);
}

TEST(Process, HasEndedBeforeItsParentTakesNotice) {
  const pid_t process = process_that([] {});
  await_end(process);
  EXPECT_EQ(::kill(process, 0), 0); // its number is taken
  EXPECT_TRUE(has_ended(process));
  ASSERT_EQ(::waitpid(process, nullptr, 0), process);
  EXPECT_TRUE(has_ended(process));
}

TEST(Process, RunsUntilItIsKilled) {
  const pid_t process = process_that([] { ::pause(); });
  EXPECT_FALSE(has_ended(process));
  ::kill(process, SIGKILL);
  await_end(process);
  EXPECT_TRUE(has_ended(process));
  ::waitpid(process, nullptr, 0);
}

/// As /proc has it; of the first thread.
char state_of(pid_t process) {
  std::ifstream file("/proc/" + std::to_string(process) + "/stat");
  std::string text;
  std::getline(file, text);
  return text.at(text.rfind(')') + 2);
}

TEST(Process, RunsWhileAnyThreadDoes) {
  const pid_t process = process_that([] {
    std::thread([] { ::pause(); }).detach();
    ::syscall(SYS_exit, 0); // this thread only
  });
  const auto start = std::chrono::steady_clock::now();
  while (state_of(process) != 'Z' && std::chrono::steady_clock::now() - start < std::chrono::seconds(20))
    std::this_thread::yield();
  EXPECT_EQ(state_of(process), 'Z');
  EXPECT_FALSE(has_ended(process));
  ::kill(process, SIGKILL);
  ::waitpid(process, nullptr, 0);
}

} // namespace
