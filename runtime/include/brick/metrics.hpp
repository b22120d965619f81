// SPDX-License-Identifier: MIT
// Where the time of a run goes: what each rank records, and its statistics over the ranks.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "brick/communicator.hpp"

namespace brick {

/// What one rank has recorded since the start or the last reset. Times are seconds.
struct metrics_record {
  double calc = 0; ///< computing sweeps
  double pack = 0; ///< copying ghost cells: packing, unpacking, walls
  double call = 0; ///< starting messages
  double wait = 0; ///< waiting for them
  double run = 0;  ///< inside `brick::run`, everything
  std::int64_t steps = 0;
  double cell_steps = 0; ///< cells of the whole domain times steps
  std::int64_t exchanges = 0;
  std::int64_t messages = 0; ///< sent by this rank
  std::int64_t bytes = 0;    ///< sent by this rank
};

/// A quantity over all ranks.
struct statistic {
  double min = 0, avg = 0, max = 0;
  double sigma = 0; ///< standard deviation over the ranks

  /// The statistic of one value per rank; zeroes for none.
  static statistic of(std::span<const double> values);
};

/// The records of all ranks, summed up. Times are seconds per step (whole sums if there were no steps).
struct metrics_report {
  int ranks = 1;
  int threads = 1;
  std::int64_t steps = 0;
  statistic calc, pack, call, wait;
  statistic step;                 ///< a whole step
  statistic perf;                 ///< 10^9 cells of the whole domain per second, by each rank's clock
  statistic messages;             ///< sent per exchange
  statistic bytes;                ///< sent per exchange
  statistic mpi_speed;            ///< 10^9 bytes sent per second of `call` and `wait`; 0 where nothing is sent
  std::vector<std::string> notes; ///< what turned out otherwise than planned, such as an exchange strategy

  /// A small table, one line a quantity: [min, avg, max] (σ); then the notes.
  [[nodiscard]] std::string text() const;

  /// One JSON object; every statistic is an object with min, avg, max and sigma, notes an array.
  [[nodiscard]] std::string json() const;
};

/// The report of the records of all ranks, in their order, at least one, with the notes of one of them.
[[nodiscard]] metrics_report report_of(std::span<const metrics_record> records, int threads,
                                       std::vector<std::string> notes = {});

/// Collective over `ranks`: the report of everybody's record, with this rank's notes.
[[nodiscard]] metrics_report summarize(const communicator& ranks, int threads, const metrics_record& own,
                                       std::vector<std::string> notes = {});

namespace detail {

/// Seconds of a steady clock.
double seconds();

} // namespace detail

} // namespace brick
