// The clock around a step that brickc compiles, as the baselines have it, and fields with their initial values.
// SPDX-License-Identifier: MIT
#pragma once

#include <brick/brick.hpp>
#include <chrono>

#include "../problem.hpp"

namespace bench {

using field = brick::field<element, 3>;
using in = brick::in<element, 3>;
using out = brick::out<element, 3>;

/// The periodic cube of the command line, laid out as Step wants it.
template <auto Step> auto cube(brick::runtime& runtime, const arguments& given) {
  return brick::grid_for<Step>(runtime,
                               {.cells = {given.cells, given.cells, given.cells}, .boundary = brick::periodic});
}

/// Fills field number `which` of a scheme.
inline void fill(field& u, const arguments& given, int which, double mean) {
  const start values(given.cells, which, mean);
  u.fill([&](brick::point<3> p) { return values(p[0], p[1], p[2]); });
}

inline arguments parse(int argc, char** argv) { return {argc, argv, {"dump"}}; }

/// Runs `advance(steps)` and prints GCells/s on rank 0; with --dump=FILE it writes `results` instead.
template <class Advance, class... Fields>
void measure(brick::runtime& runtime, const arguments& given, Advance&& advance, const Fields&... results) {
  if (const std::string path = given.option("dump", ""); !path.empty()) {
    advance(given.steps);
    const std::vector<std::vector<element>> values{results.gather(0)...};
    if (runtime.rank() == 0) write_dump(path, values);
    return;
  }
  advance(warm_up(given.steps));
  [[maybe_unused]] const double together = runtime.max(0.0); // all ranks start at once
  const auto begin = std::chrono::steady_clock::now();
  advance(given.steps);
  const double mine = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double seconds = runtime.max(mine);
  if (runtime.rank() == 0) std::printf("%.6g\n", rate(given.cells, given.steps, seconds));
}

} // namespace bench
