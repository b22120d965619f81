// SPDX-License-Identifier: MIT
// Tests that are built for processors which the one they run on may not be.
#pragma once

#include <gtest/gtest.h>

namespace brick::test {

/// Skips tests whose instructions this processor lacks. Those for x86-64-v2 run everywhere.
class NeedsInstructions : public testing::Test {
protected:
  void SetUp() override {
#ifdef __AVX512F__
    const bool runs = __builtin_cpu_supports("avx512f");
#elif defined(__AVX2__)
    const bool runs = __builtin_cpu_supports("avx2");
#else
    const bool runs = true;
#endif
    if (!runs) GTEST_SKIP() << "this processor lacks the instructions of the target; x86-64-v2 runs everywhere";
  }
};

} // namespace brick::test
