// How fast a processor issues the instructions of a loop that do not wait for each other: SECONDS. The loop is another
// object file, `issue_loop` (tools/lib/issue_mix.py). Prints nanoseconds a round.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <cstdlib>

extern "C" void issue_loop(long rounds, const char* loads, char* stores);

namespace {
alignas(4096) char lines[2][4096];

double nanoseconds_of(long rounds) {
  const auto begin = std::chrono::steady_clock::now();
  issue_loop(rounds, lines[0], lines[1]);
  return std::chrono::duration<double, std::nano>(std::chrono::steady_clock::now() - begin).count();
}
} // namespace

int main(int argc, char** argv) {
  const double seconds = argc == 2 ? std::atof(argv[1]) : 0;
  if (!(seconds > 0)) return std::fprintf(stderr, "usage: issue SECONDS\n"), 2;
  long rounds = 1000;
  nanoseconds_of(rounds); // wakes the units
  double passed = 0;
  while ((passed = nanoseconds_of(rounds)) < 1e9 * seconds)
    rounds *= 2;
  std::printf("%.6g\n", passed / static_cast<double>(rounds));
}
