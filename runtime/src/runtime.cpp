// SPDX-License-Identifier: MIT
// Start and end of MPI, the number of threads, and what happens to exceptions that nobody catches.
#include "brick/runtime.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include <omp.h>
#include <unistd.h>

#include "affinity.hpp"
#include "agreement.hpp"
#include "brick/environment.hpp"
#include "brick/error.hpp"
#include "brick/variant.hpp"
#include "last_words.hpp"
#include "metrics_file.hpp"
#include "mpi_errors.hpp"
#include "mpi_handles.hpp"
#include "rank_news.hpp"
#include "waiting.hpp"
#include "watchdog.hpp"

namespace brick {

namespace {

/// More threads than any node has cores; beyond, a wrong number is more likely than a wish.
constexpr std::int64_t most_threads = 4096;

bool mpi_is_running() {
  int initialized = 0;
  MPI_Initialized(&initialized);
  return initialized && !detail::mpi_has_ended();
}

/// The runtime that has started MPI, if it has not ended, and in which process: children that it forks have it too.
detail::runtime_state* running = nullptr;
pid_t running_process = 0;

/// Ends all ranks. Uses no runtime object: they may be half destroyed.
[[noreturn]] void abort_job(const char* message, int code = EXIT_FAILURE) {
  int rank = 0;
  const bool mpi_runs = mpi_is_running();
  if (mpi_runs) MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::this_thread::sleep_for(detail::turn_of(rank));
  detail::last_words(rank, message);
  std::fflush(nullptr);
  if (mpi_runs) {
    detail::end_nothing_at_exit();
    MPI_Abort(MPI_COMM_WORLD, code);
  }
  std::_Exit(code);
}

[[noreturn]] void on_terminate() {
  try {
    if (const std::exception_ptr failure = std::current_exception()) std::rethrow_exception(failure);
  } catch (const std::exception& failure) {
    abort_job(failure.what());
  } catch (...) {
    abort_job("an exception of unknown type");
  }
  abort_job("terminated");
}

void start_mpi(int* argc, char*** argv) {
  if (detail::mpi_has_ended())
    throw error("a brick::runtime is made after MPI has ended; MPI starts once in a program");
  int level = MPI_THREAD_SINGLE;
  check_mpi(MPI_Init_thread(argc, argv, MPI_THREAD_FUNNELED, &level), "MPI_Init_thread");
  if (level < MPI_THREAD_FUNNELED) throw error("this MPI does not support threads (MPI_THREAD_FUNNELED)");
}

/// How long a rank that exits with a failure waits for others to do so too, and to hear of it.
constexpr int failed_exit_seconds = 5;

/// MPICH before 4.2 closes connections by TCP in MPI_Finalize: each side sends a request, which the other answers while
/// it is inside MPI, and who has all its answers listens no more. A rank that has them before another has come to its
/// own requests, since that one answered while it still waited for the end of all, leaves it waiting for ever. So all
/// are outside MPI for a while first: longer than ranks that wait for the same may take to notice that it has come.
constexpr std::chrono::milliseconds before_finalize_time{100};

void finalize_mpi(detail::watchdog* watch, bool several_nodes) {
  if (several_nodes) std::this_thread::sleep_for(before_finalize_time);
  std::optional<detail::deadline> until_finalized;
  if (watch) until_finalized.emplace(*watch, "MPI_Finalize");
  MPI_Finalize();
}

/// std::exit destroys no runtime that main has, and a launcher that sees a rank go like that may end the others without
/// a word, and with exit code 0. So a rank that exits ends as any other; one that has failed ends those that wait for
/// it in calls of their own.
void end_at_exit(int code, void*) {
  if (!running || ::getpid() != running_process) return;
  if (code == EXIT_SUCCESS) return running->end();
  if (!running->end(failed_exit_seconds)) {
    const std::string text = "the program exits with code " + std::to_string(code) + ", and other ranks go on";
    abort_job(text.c_str(), code);
  }
}

/// The first number of OMP_NUM_THREADS ("4" or "4,2"); nothing when unset or no number, which is OpenMP's own business.
/// Throws `error` for a number that OpenMP itself would not survive.
std::optional<std::int64_t> openmp_threads() {
  const char* value = std::getenv("OMP_NUM_THREADS");
  if (!value) return std::nullopt;
  std::int64_t threads = 0;
  const auto failure = std::from_chars(value, value + std::string_view(value).size(), threads).ec;
  if (failure == std::errc::result_out_of_range || threads > most_threads)
    throw error("OMP_NUM_THREADS=" + std::string(value) + " is not accepted; a rank has at most " +
                std::to_string(most_threads) + " threads");
  return threads > 0 ? std::optional(threads) : std::nullopt;
}

int choose_threads(const communicator& world, int fair) {
  std::optional<std::int64_t> wanted;
  detail::together(world, "", [&] {
    wanted = detail::environment_integer("BRICK_THREADS", 1, most_threads);
    if (!wanted) wanted = openmp_threads();
  });
  return static_cast<int>(wanted.value_or(std::max(fair, 1)));
}

/// Whether threads that wait for each other are likely to keep cores from those of other ranks. GCC's OpenMP
/// sees to that in a process alone.
bool is_crowded(const communicator& world, const communicator& node, int threads, int fair) {
  const bool waits_awake = std::getenv("OMP_WAIT_POLICY") == nullptr;
  return world.max(waits_awake && node.size() > 1 && threads > 1 && fair > 0 && threads > fair ? 1 : 0) > 0;
}

/// Work from which on a sweep gains by threads. They need some microseconds to begin and to end, and fetch what they
/// read of each other from the caches of other cores (measured on Intel: two threads break even at 80 to 290 thousand,
/// where one takes 10 to 20 microseconds).
std::int64_t choose_threads_from(const communicator& world) {
  std::optional<std::int64_t> wanted;
  detail::together(world, "", [&] {
    wanted = detail::environment_integer("BRICK_THREADS_FROM", 0, std::numeric_limits<std::int64_t>::max());
  });
  return wanted.value_or(100'000);
}

bool choose_comparing(const communicator& world) {
  static constexpr std::array<std::string_view, 2> accepted{"on", "off"};
  bool wanted = false;
  detail::together(world, "", [&] { wanted = detail::environment_choice("BRICK_CHECK", accepted) == "on"; });
  return world.max(wanted ? 1 : 0) > 0; // where one rank asks, all must answer
}

/// Fields that are larger together do not stay in the caches from one sweep to the next. Half of the caches: lines go
/// as they come, and other programs have their part (measured).
std::size_t choose_streaming(const communicator& world, std::size_t cache_bytes) {
  constexpr std::size_t never = std::numeric_limits<std::size_t>::max();
  static constexpr std::array<std::string_view, 3> accepted{"auto", "on", "off"};
  std::string choice;
  detail::together(world, "", [&] { choice = detail::environment_choice("BRICK_STREAM", accepted).value_or("auto"); });
  if (choice == "on") return 0;
  return choice == "off" || cache_bytes == 0 ? never : cache_bytes / 2;
}

} // namespace

namespace detail {

// The delegation makes the destructor run, and end MPI, where the rest throws: on all ranks alike.
runtime_state::runtime_state(int* argc, char*** argv) : runtime_state() {
  if (!mpi_is_running()) {
    start_mpi(argc, argv);
    finalizes = true;
    running = this;
    running_process = ::getpid();
    ::on_exit(end_at_exit, nullptr);
  }
  errors = std::make_shared<world_errors>();
  world = duplicate_of(MPI_COMM_WORLD);
  halo = duplicate_of(MPI_COMM_WORLD);
  node = ranks_of_this_node(world);
  together(world, "", [] {
    (void)wait_limit();
    check_variants();
  });
  const auto news = std::make_shared<rank_news>(duplicate_of(MPI_COMM_WORLD), node);
  state_of(world).news = state_of(halo).news = news;
  state_of(halo).number = 1;
  state_of(world).thread = state_of(halo).thread = thread;
  state_of(world).abandoned = state_of(halo).abandoned = abandoned;
  state_of(world).watch = state_of(halo).watch = std::make_shared<watchdog>();
  node_ranks = numbers_of(node, world);
  for (const std::string& text : misspelled_environment())
    note(text);
  const node_share share = share_of_node(node); // also moves ranks that share a core apart
  threads = choose_threads(world, share.threads);
  if (is_crowded(world, node, threads, share.threads))
    note("ranks of a node have more threads than cores, which wait for each other awake: OMP_WAIT_POLICY=passive, or "
         "fewer BRICK_THREADS, may make this job much faster");
  threads_from_work = choose_threads_from(world);
  streaming_from_bytes = choose_streaming(world, share.cache_bytes);
  compares_calls = choose_comparing(world);
  metrics_file = choose_metrics_file(world);
  (void)::omp_get_max_threads(); // starts OpenMP: Clang's registers in /dev/shm then, which may be full later
}

runtime_state::~runtime_state() { end(); }

void end_nothing_at_exit() noexcept { running = nullptr; }

void runtime_state::end() { (void)end(std::nullopt); }

bool runtime_state::end(std::optional<int> at_most_seconds) {
  if (running == this) end_nothing_at_exit();
  std::shared_ptr<watchdog> watch;
  if (world && mpi_is_running()) {
    watch = state_of(world).watch;
    if (rank_news* const news = news_of(world)) {
      news->tell_ended();
      const std::optional<std::chrono::seconds> at_most(at_most_seconds); // whose header is too large for brick.hpp
      if (!news->wait_for_all(at_most)) return false;
      if (!metrics_file.empty()) write_metrics_file(metrics_file, world, threads, metrics, notes);
    }
  }
  const bool several_nodes = world && node && node.size() < world.size();
  world = {};
  halo = {};
  node = {};
  errors = {};
  if (finalizes && mpi_is_running()) finalize_mpi(watch.get(), several_nodes);
  return true;
}

void runtime_state::note(const std::string& text) {
  if (std::find(notes.begin(), notes.end(), text) != notes.end()) return;
  notes.push_back(text);
  if (world.rank() == 0) say(0, text.c_str());
}

} // namespace detail

runtime::runtime() : exceptions_(std::uncaught_exceptions()) {
  std::set_terminate(on_terminate);
  state_ = std::make_shared<detail::runtime_state>(nullptr, nullptr);
}

runtime::runtime(int& argc, char**& argv) : exceptions_(std::uncaught_exceptions()) {
  std::set_terminate(on_terminate);
  state_ = std::make_shared<detail::runtime_state>(&argc, &argv);
}

runtime::~runtime() {
  if (std::uncaught_exceptions() > exceptions_ && size() > 1)
    abort_job("an exception leaves the scope of brick::runtime, while other ranks may be waiting for this one");
}

} // namespace brick
