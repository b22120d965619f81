// The clock around a step that brickc compiles, as the baselines have it, and fields with their initial values.
// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <brick/brick.hpp>
#include <chrono>

#include "../problem.hpp"

namespace bench {

using field = brick::field<element, 3>;
using in = brick::in<element, 3>;
using out = brick::out<element, 3>;

/// How many cubes the domain is along each axis: one, or what --cubes=2x1x1 says.
inline brick::index<3> cubes(const arguments& given) {
  const std::string text = given.option("cubes", "1x1x1");
  long z = 0, y = 0, x = 0;
  if (std::sscanf(text.c_str(), "%ldx%ldx%ld", &z, &y, &x) != 3 || std::min({z, y, x}) < 1)
    throw std::invalid_argument(text + " are no cubes, as 2x1x1 is");
  return {z, y, x};
}

/// The periodic cube of the command line, or several, laid out as Step wants it. With --wrap=0 a rank that is its own
/// neighbour sends messages to itself.
template <auto Step> auto cube(brick::runtime& runtime, const arguments& given) {
  brick::index<3> cells = cubes(given);
  for (std::int64_t& extent : cells)
    extent *= given.cells;
  return brick::grid_for<Step>(
      runtime, {.cells = cells, .boundary = brick::periodic, .wrap_in_place = given.option("wrap", "1") != "0"});
}

/// Fills field number `which` of a scheme, every cube alike.
inline void fill(field& u, const arguments& given, int which, double mean) {
  const start values(given.cells, which, mean);
  const long n = given.cells;
  u.fill([&](brick::point<3> p) { return values(p[0] % n, p[1] % n, p[2] % n); });
}

inline arguments parse(int argc, char** argv) { return {argc, argv, {"dump", "cubes", "wrap", "metrics"}}; }

/// Runs `advance(steps)` and prints GCells/s on rank 0; with --dump=FILE it writes `results` instead, with --metrics=1
/// it prints the runtime's metrics.
template <class Advance, class... Fields>
void measure(brick::runtime& runtime, const arguments& given, Advance&& advance, const Fields&... results) {
  if (const std::string path = given.option("dump", ""); !path.empty()) {
    advance(given.steps);
    const std::vector<std::vector<element>> values{results.gather(0)...};
    if (runtime.rank() == 0) write_dump(path, values);
    return;
  }
  advance(warm_up(given.steps));
  runtime.reset_metrics();
  [[maybe_unused]] const double together = runtime.max(0.0); // all ranks start at once
  const auto begin = std::chrono::steady_clock::now();
  advance(given.steps);
  const double mine = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
  const double seconds = runtime.max(mine);
  if (!given.option("metrics", "").empty()) {
    const std::string report = runtime.metrics().json();
    if (runtime.rank() == 0) std::printf("%s\n", report.c_str());
    return;
  }
  const auto whole = static_cast<double>(brick::product(cubes(given)));
  if (runtime.rank() == 0) std::printf("%.6g\n", whole * rate(given.cells, given.steps, seconds));
}

} // namespace bench
