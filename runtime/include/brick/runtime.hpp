// SPDX-License-Identifier: MIT
// The life of a parallel program: MPI, threads, and the policy for errors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <pthread.h>

#include "brick/communicator.hpp"
#include "brick/device.hpp"
#include "brick/metrics.hpp"

namespace brick {

namespace detail {

class world_errors;

/// What a program's grids share with its runtime. MPI lives until the last of them is gone.
struct runtime_state {
  runtime_state() = default;
  runtime_state(int* argc, char*** argv);
  ~runtime_state();
  runtime_state(const runtime_state&) = delete;
  runtime_state& operator=(const runtime_state&) = delete;

  communicator world, node;
  std::vector<int> node_ranks; ///< those of `node`, in `world`
  communicator halo;           ///< all ranks; for the runtime's own messages, apart from what users send over `world`
  int threads = 1;
  std::int64_t threads_from_work = 0;   ///< sweeps of less `work` (see `generated`) are done by one thread
  std::size_t streaming_from_bytes = 0; ///< sweeps over more bytes than this are `streaming`
  bool compares_calls = false;          ///< of all ranks, before they are carried out
  std::shared_ptr<cuda_device> device;  ///< where grids compute that were compiled for one
  metrics_record metrics;
  std::vector<std::string> notes; ///< for the metrics report

  /// Memory that MPI may still write to, or read: of exchanges and agreements that have begun, and that nobody waits
  /// for any more though they are not complete. Kept until MPI has ended, where it was started here.
  std::shared_ptr<std::vector<std::shared_ptr<void>>> abandoned =
      std::make_shared<std::vector<std::shared_ptr<void>>>();

  std::shared_ptr<world_errors> errors; ///< makes MPI return those of the runtime's calls
  bool finalizes = false;               ///< MPI was started here
  std::string metrics_file;             ///< where to write the metrics in the end; empty for nowhere
  pthread_t thread = ::pthread_self();  ///< the only one that may call brick, or MPI

  /// Tells other ranks that this one has ended, waits for them to end too and, where MPI was started here, ends it.
  void end();

  /// The same; false, and nothing is ended, where they have not so many seconds later.
  [[nodiscard]] bool end(std::optional<int> at_most_seconds);

  /// Adds a note unless it is there already.
  void note(const std::string& text);
};

} // namespace detail

/// Starts MPI (unless the program already has) and ends it; make one, first thing in main.
///
/// Errors: the runtime throws `brick::error`. An exception that nobody catches, on any rank, prints
/// `brick: rank R: message` and ends all ranks with a non-zero exit code. When an exception leaves the scope of the
/// runtime on one of several ranks, the job ends too, since the others would wait for it for ever.
///
/// Of the program's threads only the one that makes the runtime may call brick; applying and reducing stencils, and
/// what all ranks do together, throw `error` on others.
///
/// Threads of a rank: BRICK_THREADS, else OMP_NUM_THREADS, else the cores the rank may use, shared fairly among the
/// ranks of a node.
class runtime {
public:
  runtime();
  runtime(int& argc, char**& argv);
  ~runtime();
  runtime(const runtime&) = delete;
  runtime& operator=(const runtime&) = delete;

  [[nodiscard]] int rank() const { return state_->world.rank(); }
  [[nodiscard]] int size() const { return state_->world.size(); }
  [[nodiscard]] int threads() const { return state_->threads; }

  /// All ranks (a duplicate of MPI_COMM_WORLD), and those on this rank's node.
  [[nodiscard]] const communicator& world() const { return state_->world; }
  [[nodiscard]] const communicator& node() const { return state_->node; }

  /// Over all ranks, on all ranks; collective. `sum` adds in rank order.
  [[nodiscard]] double max(double value) const { return world().max(value); }
  [[nodiscard]] double min(double value) const { return world().min(value); }
  [[nodiscard]] double sum(double value) const { return world().sum(value); }

  /// Where time went since the start or the last reset; collective.
  [[nodiscard]] metrics_report metrics() const { return summarize(world(), threads(), state_->metrics, state_->notes); }
  void reset_metrics() { state_->metrics = {}; }

  [[nodiscard]] const std::shared_ptr<detail::runtime_state>& state() const { return state_; }

private:
  std::shared_ptr<detail::runtime_state> state_;
  int exceptions_; ///< in flight when the runtime was made
};

} // namespace brick
