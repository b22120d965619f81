// main() of the baselines: CELLS STEPS [--block=ROWS] [--store=cached|streaming] [--prefetch=ROWS] [--dump=FILE]
// SPDX-License-Identifier: MIT
#pragma once

#include <exception>
#include <type_traits>

#include "sweep.hpp"

namespace baseline {

inline choices parse_choices(const bench::arguments& given) {
  const std::string store = given.option("store", "cached");
  if (store != "cached" && store != "streaming") throw std::invalid_argument("--store is cached or streaming");
  return {.block = std::stol(given.option("block", "16")),
          .streaming = store == "streaming",
          .prefetch = std::stol(given.option("prefetch", "0"))};
}

/// The cells of a field, row-major.
inline std::vector<element> values_of(const field& u, long n) {
  std::vector<element> values;
  for (long z = 0; z < n; ++z)
    for (long y = 0; y < n; ++y)
      values.insert(values.end(), u.row(z, y), u.row(z, y) + n);
  return values;
}

/// Runs the scheme on fields that begin as `means` say, one for each input; prints GCells/s, or writes a dump.
template <class Kernel, class Make>
void run_program(const bench::arguments& given, const Make& make_kernel, std::span<const double> means) {
  const long n = given.cells;
  if (n < 4) throw std::invalid_argument("at least 4 cells along an axis");
  std::vector<std::unique_ptr<field>> fields;
  for (std::size_t f = 0; f < means.size() + Kernel::outputs; ++f) {
    const std::size_t like = f % means.size();
    fields.push_back(std::make_unique<field>(n, static_cast<int>(f)));
    fields.back()->fill(bench::start(n, static_cast<int>(like), means[like]));
  }
  std::vector<const field*> in, out;
  for (const auto& each : fields)
    (in.size() < means.size() ? in : out).push_back(each.get());

  const std::string path = given.option("dump", "");
  const long warm_up = path.empty() ? bench::warm_up(given.steps) : 0;
  const double seconds = run_steps<Kernel>(make_kernel, in, out, n, warm_up, given.steps, parse_choices(given));
  if (path.empty()) {
    std::printf("%.6g\n", bench::rate(n, given.steps, seconds));
    return;
  }
  std::vector<std::vector<element>> results;
  for (std::size_t f = 0; f < Kernel::outputs; ++f)
    results.push_back(values_of(*in[f], n));
  bench::write_dump(path, results);
}

/// `make_kernel(n)` makes a kernel for n cells along an axis.
template <class Make, class Kernel = std::invoke_result_t<Make, long>>
int run(int argc, char** argv, const Make& make_kernel, const std::array<double, Kernel::leading.size()>& means) {
  try {
    run_program<Kernel>(bench::arguments(argc, argv, {"block", "store", "prefetch", "dump"}), make_kernel, means);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", argv[0], error.what());
    return 2;
  }
}

} // namespace baseline
