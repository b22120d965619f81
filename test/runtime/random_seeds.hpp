// SPDX-License-Identifier: MIT
// Test helper: which random cases are to run, as the environment says: RANDOM_SEED, of the first one, from which seeds
// count up, RANDOM_COUNT, and RANDOM_SHOW=1 to have each printed before it runs. tools/fuzz --exchanges sets them.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "brick/error.hpp"
#include "main_mpi.hpp"

namespace brick_test {

/// A number that the environment may set.
inline unsigned setting_of(const char* name, unsigned otherwise) {
  const char* const text = std::getenv(name);
  return text && *text ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : otherwise;
}

/// Calls `check(seed)` for the seeds that are wanted, so many of them `usually`, until it fails on some rank. Failures
/// come with `line_of(seed)`, errors of the runtime too. Collective.
template <class Line, class Check> void for_each_seed(unsigned usually, Line&& line_of, Check&& check) {
  const unsigned first = setting_of("RANDOM_SEED", 1), count = setting_of("RANDOM_COUNT", usually);
  for (unsigned seed = first; seed < first + count; ++seed) {
    const std::string line = line_of(seed);
    SCOPED_TRACE(line);
    if (setting_of("RANDOM_SHOW", 0) && program().rank() == 0) {
      std::printf("%s\n", line.c_str());
      std::fflush(stdout);
    }
    try {
      check(seed);
    } catch (const brick::error& failure) {
      throw brick::error(line + ": " + failure.what());
    }
    if (program().max(testing::Test::HasFailure() ? 1 : 0) > 0) return; // on all ranks
  }
}

} // namespace brick_test
