// The clock around a step: warm-up, then GCells/s, as the baselines do it. SPDX-License-Identifier: MIT
#pragma once

#include <brick/brick.hpp>
#include <chrono>
#include <cstdio>
#include <cstdlib>

namespace bench {

/// CELLS and STEPS of the command line, both positive.
struct arguments {
  long cells, steps;
  arguments(int argc, char** argv) : cells(argc == 3 ? std::atol(argv[1]) : 0), steps(argc == 3 ? std::atol(argv[2]) : 0) {
    if (cells < 1 || steps < 1) throw brick::error("usage: CELLS STEPS, both positive");
  }
};

/// Runs `advance(steps)` twice, times the second, and prints GCells/s on rank 0 for `cells`^3 cells.
template <class Advance> void measure(brick::runtime& runtime, const arguments& given, Advance&& advance) {
  advance(given.steps);
  [[maybe_unused]] const double together = runtime.max(0.0); // all ranks start at once
  const auto start = std::chrono::steady_clock::now();
  advance(given.steps);
  const double mine = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  const double seconds = runtime.max(mine);
  const double cells = double(given.cells) * double(given.cells) * double(given.cells);
  if (runtime.rank() == 0) std::printf("%.4f\n", 1e-9 * cells * double(given.steps) / seconds);
}

} // namespace bench
