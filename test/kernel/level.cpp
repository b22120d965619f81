// Ends a test, as skipped, on processors that lack what the rest of it is compiled for. SPDX-License-Identifier: MIT
#include <cstdio>
#include <cstdlib>

namespace {

constexpr int skipped = 77; // what CTest is told

/// Before anything else of the program runs: even its registration of tests may use the instructions.
[[gnu::constructor(101)]] void skip_without_instructions() {
  __builtin_cpu_init();
  if (__builtin_cpu_supports(LEVEL)) return;
  std::puts("skipped: this processor has not all instructions of " LEVEL);
  std::fflush(stdout);
  std::_Exit(skipped);
}

} // namespace
