// SPDX-License-Identifier: MIT
#include "brick/runtime.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <limits>
#include <mutex>
#include <set>
#include <string>
#include <vector>
#ifdef __SSE__
#include <xmmintrin.h>
#endif

#include <gtest/gtest.h>
#include <unistd.h>

#include "brick/error.hpp"
#include "brick/parallel.hpp"
#include "main_mpi.hpp"
#include "message_of.hpp"

namespace {

TEST(Runtime, ASecondOneSharesMpi) {
  const brick::runtime second;
  EXPECT_EQ(second.size(), program().size());
  EXPECT_EQ(second.rank(), program().rank());
}

TEST(Runtime, ThreadsFromTheEnvironment) {
  setenv("BRICK_THREADS", "3", 1);
  EXPECT_EQ(brick::runtime().threads(), 3);
  setenv("BRICK_THREADS", "many", 1);
  EXPECT_THROW(brick::runtime(), brick::error);
  unsetenv("BRICK_THREADS");
  EXPECT_GE(brick::runtime().threads(), 1);
}

TEST(Runtime, ThreadsFromOpenMp) {
  const char* const given = std::getenv("OMP_NUM_THREADS");
  const std::string before = given ? given : "";
  setenv("OMP_NUM_THREADS", "3,2", 1);
  EXPECT_EQ(brick::runtime().threads(), 3);
  for (const char* threads : {"99999", "99999999999999999999"}) {
    setenv("OMP_NUM_THREADS", threads, 1);
    const std::string expected =
        std::string("OMP_NUM_THREADS=") + threads + " is not accepted; a rank has at most 4096";
    EXPECT_NE(message_of([] { brick::runtime(); }).find(expected), std::string::npos);
  }
  setenv("OMP_NUM_THREADS", "many", 1);
  EXPECT_GE(brick::runtime().threads(), 1);
  if (given) setenv("OMP_NUM_THREADS", before.c_str(), 1);
  if (!given) unsetenv("OMP_NUM_THREADS");
}

TEST(Runtime, SaysThatThreadsCrowdTheCores) {
  const auto notes = [](const char* threads) {
    setenv("BRICK_THREADS", threads, 1);
    return brick::runtime().metrics().notes;
  };
  const char* const given = std::getenv("OMP_WAIT_POLICY");
  const std::string policy = given ? given : "";
  unsetenv("OMP_WAIT_POLICY");
  const bool several = program().size() > 1;
  EXPECT_EQ(notes("1000").size(), several ? 1U : 0U);
  EXPECT_TRUE(notes("1").empty());
  setenv("OMP_WAIT_POLICY", "passive", 1);
  EXPECT_TRUE(notes("1000").empty());
  if (!given) unsetenv("OMP_WAIT_POLICY");
  if (given) setenv("OMP_WAIT_POLICY", policy.c_str(), 1);
  unsetenv("BRICK_THREADS");
}

#ifdef __SSE__
TEST(Runtime, ThreadsRoundAsTheirCallerDoes) {
  const auto halves = [] { // of the smallest normal number, as each thread has it
    std::vector<double> results(4);
    brick::detail::parallel(4, [&](int thread) {
      volatile double value = std::numeric_limits<double>::min();
      value = value / 2;
      results[static_cast<std::size_t>(thread)] = value;
    });
    return results;
  };
  const unsigned before = _mm_getcsr();
  EXPECT_EQ(halves(), std::vector<double>(4, std::numeric_limits<double>::min() / 2));
  _mm_setcsr(before | 0x8000); // denormal results are zero
  const std::vector<double> flushed = halves();
  _mm_setcsr(before);
  constexpr unsigned modes = 0xffc0;
  unsigned left_behind = 0; // in threads that are the program's as well
#pragma omp parallel for num_threads(4) schedule(static, 1) reduction(| : left_behind)
  for (int thread = 0; thread < 4; ++thread)
    left_behind |= (_mm_getcsr() ^ before) & modes;
  EXPECT_EQ(left_behind, 0U);
  EXPECT_EQ(flushed, std::vector<double>(4, 0.0));
  EXPECT_EQ(halves(), std::vector<double>(4, std::numeric_limits<double>::min() / 2));
}
#endif

TEST(Runtime, WritesItsMetricsWhereTheEnvironmentSays) {
  const std::filesystem::path file =
      std::filesystem::temp_directory_path() / ("brick-metrics-" + std::to_string(getpid()));
  setenv("BRICK_METRICS", file.c_str(), 1); // on other ranks another name, which counts for nothing
  std::string expected;
  {
    const brick::runtime measured;
    measured.state()->metrics = {.calc = 2.0 + measured.rank(), .run = 8, .steps = 4, .cell_steps = 4e9};
    expected = measured.metrics().json() + "\n";
    if (measured.rank() == 0) EXPECT_EQ(std::filesystem::file_size(file), 0U) << "there, and empty until the end";
  }
  EXPECT_EQ(std::filesystem::exists(file), program().rank() == 0);
  if (program().rank() == 0) {
    std::ifstream stream(file);
    const std::string written((std::istreambuf_iterator<char>(stream)), {});
    EXPECT_EQ(written, expected);
    EXPECT_NE(written.find(R"("steps": 4, "calc": {"min": 0.5, )"), std::string::npos);
    EXPECT_NE(written.find(R"("perf": {"min": 0.5, )"), std::string::npos);
  }
  std::filesystem::remove(file);
  setenv("BRICK_METRICS", "/nowhere/metrics.json", 1);
  EXPECT_NE(message_of([] { brick::runtime(); }).find("BRICK_METRICS=/nowhere/metrics.json cannot be written"),
            std::string::npos);
  unsetenv("BRICK_METRICS");
}

TEST(Runtime, ParallelRunsEveryThreadOnce) {
  for (int threads : {1, 2, 5}) {
    std::mutex guard;
    std::multiset<int> seen;
    brick::detail::parallel(threads, [&](int thread) {
      const std::lock_guard lock(guard);
      seen.insert(thread);
    });
    EXPECT_EQ(seen.size(), static_cast<std::size_t>(threads));
    EXPECT_EQ(std::set<int>(seen.begin(), seen.end()).size(), static_cast<std::size_t>(threads));
  }
}

TEST(Runtime, ParallelPassesExceptionsOn) {
  EXPECT_THROW(brick::detail::parallel(3,
                                       [](int thread) {
                                         if (thread == 2) throw brick::error("thread 2");
                                       }),
               brick::error);
}

TEST(Runtime, SharesAreADisjointCover) {
  for (std::int64_t count : {0, 1, 7, 100})
    for (int threads : {1, 3, 8}) {
      std::int64_t next = 0;
      for (int thread = 0; thread < threads; ++thread) {
        const auto [first, last] = brick::detail::share(count, thread, threads);
        EXPECT_EQ(first, next);
        next = last;
      }
      EXPECT_EQ(next, count);
    }
}

TEST(Runtime, MetricsAreTheSameOnAllRanks) {
  program().reset_metrics();
  program().state()->metrics.calc = 1 + program().rank();
  const brick::metrics_report report = program().metrics();
  EXPECT_EQ(report.ranks, program().size());
  EXPECT_EQ(report.calc.min, 1);
  EXPECT_EQ(report.calc.max, program().size());
  program().reset_metrics();
}

} // namespace
