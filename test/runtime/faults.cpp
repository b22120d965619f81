// SPDX-License-Identifier: MIT
// A program to which something happens on its last rank, the guilty one: `faults FAULT STRATEGY`. faults.sh checks how
// it ends. The strategy is one of the halo library in faults that begin with "halo-". Errors of MPI come from wrappers
// in failing_mpi.cpp.
#include <fcntl.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <mpi.h>

#include "brick/brick.hpp"
#include "brick/halo.hpp"
#include "failing_mpi.hpp"
#include "refused_calls.hpp"

namespace {

using brick::field;
using brick::grid;

struct scene {
  const brick::runtime& program;
  std::string strategy;
  bool guilty;

  [[nodiscard]] grid<3> make_grid(std::int64_t depth = 16) const {
    const brick::step_plan<3> plan{.brick = {8, 8, 8}, .halo = {1, 1, 1}, .exchange = brick::strategy_named(strategy)};
    return grid<3>(program, {.cells = {16 * program.size(), 16, depth}}, plan);
  }
};

/// Several exchanges, so that nobody's last one is complete without the others.
void exchange(field<double, 3>& u) {
  for (int round = 0; round < 3; ++round) {
    u.fill([](const brick::point<3>& p) { return static_cast<double>(p[0] * 10'000 + p[1] * 100 + p[2]); });
    u.exchange_ghosts();
  }
}

/// What `happen` does on the guilty rank, between two exchanges.
void between_exchanges(const scene& on, const std::function<void(field<double, 3>&)>& happen) {
  field<double, 3> u(on.make_grid(), "u");
  exchange(u);
  if (on.guilty) happen(u);
  exchange(u);
}

/// All other ranks wait for all when it happens.
void before_an_agreement(const scene& on, const std::function<void()>& happen) {
  const grid<3> all = on.make_grid();
  field<double, 3> u(all, "u");
  if (on.guilty) happen();
  field<double, 3> v(all, "v");
}

[[noreturn]] void hang() {
  for (;;)
    ::pause();
}

/// The thread that watches over calls of MPI has been woken several times for some that were over before it ran.
void repeat(const std::function<void()>& exchange) {
  for (int round = 0; round < 10; ++round) {
    exchange();
    ::usleep(50'000);
  }
}

/// The others have been told that their cells may come, and that is the last they hear.
void hang_half_way(const scene& on) {
  field<double, 3> u(on.make_grid(), "u");
  repeat([&] { exchange(u); });
  u.fill(0);
  brick::exchange_handle messages = u.start_ghosts();
  if (on.guilty) hang();
  u.finish_ghosts(messages);
  exchange(u);
}

brick::halo_strategy halo_strategy_named(const std::string& name) {
  for (int i = 0;; ++i) // to_string throws where there are no more
    if (const auto strategy = static_cast<brick::halo_strategy>(i); brick::to_string(strategy) == name) return strategy;
}

/// Numbers of each rank go to the one above.
class ring {
public:
  explicit ring(const scene& on)
      : rank_(on.program.rank()), size_(on.program.size()),
        halos_(on.program.world(), {.strategy = halo_strategy_named(on.strategy)}) {
    (void)halos_.add_send({.parts = part(0), .rank = (rank_ + 1) % size_});
    (void)halos_.add_receive({.parts = part(length), .rank = below()});
  }

  /// Several times, so that nobody's last one is complete without the others.
  void exchange() {
    for (int round = 0; round < 3; ++round)
      start().wait();
    for (std::size_t i = length; i < numbers_.size(); ++i)
      if (numbers_[i] != below()) throw brick::error("wrong value " + std::to_string(numbers_[i]));
  }

  [[nodiscard]] brick::halo_status start() {
    std::fill_n(numbers_.begin(), length, rank_);
    return halos_.start({numbers_});
  }

private:
  static constexpr std::int64_t length = 50'000;

  [[nodiscard]] int below() const { return (rank_ + size_ - 1) % size_; }
  static std::vector<brick::halo_part> part(std::int64_t first) {
    return {{.region = brick::halo_region({{first, length, 1, 0}})}};
  }

  int rank_, size_;
  brick::halo_exchange halos_;
  std::vector<double> numbers_ = std::vector<double>(2 * length);
};

/// What `happen` does on the guilty rank, between two exchanges of halos.
void between_halos(const scene& on, const std::function<void(ring&)>& happen) {
  ring halos(on);
  repeat([&] { halos.exchange(); });
  if (on.guilty) happen(halos);
  halos.exchange();
}

/// Lets MPI complete what it can.
void call_mpi_for(std::chrono::seconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  for (int found = 0; std::chrono::steady_clock::now() < end;)
    MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD, &found, MPI_STATUS_IGNORE);
}

/// Others go on when they have waited in vain, and use their stack and heap for other things. When the guilty one
/// comes, MPI completes what they have begun.
void come_after_others_have_given_up(const scene& on) {
  if (on.guilty) ::sleep(3);
  std::vector<std::vector<int>> others;
  std::string last;
  for (int turn = 0; turn < 8; ++turn)
    try {
      (void)on.program.world().all_gather(std::string(20, 'x'));
    } catch (const brick::error& failure) {
      last = failure.what();
      for (int i = 0; i < 100; ++i)
        others.emplace_back(6, 17);
    }
  if (last.find("ranks no longer make the same calls") == std::string::npos) throw brick::error("another end: " + last);
  call_mpi_for(std::chrono::seconds(4));
  for (const std::vector<int>& other : others)
    if (other != std::vector<int>(6, 17)) throw brick::error("MPI has written to memory that is used otherwise");
}

/// The system stops all other ranks, for longer than they wait for one that does not come. They wait for what this one
/// does in the second half of an exchange: inside MPI, where they put.
void suspend_others(const scene& on) {
  const std::vector<double> processes = on.program.world().all_gather(::getpid());
  field<double, 3> u(on.make_grid(), "u");
  exchange(u);
  u.fill(0);
  brick::exchange_handle messages = u.start_ghosts();
  if (on.guilty) {
    const auto tell_others = [&](int signal) {
      for (const double process : processes)
        if (process != ::getpid()) ::kill(static_cast<pid_t>(process), signal);
    };
    ::usleep(500'000); // they wait
    tell_others(SIGSTOP);
    ::sleep(5);
    tell_others(SIGCONT);
  }
  u.finish_ghosts(messages);
  exchange(u);
}

/// An exception passes through an exchange, or through what reads after one; the guilty rank catches it and goes on.
void tear_out(const scene& on, bool of_reading) {
  field<double, 3> u(on.make_grid(), "u");
  exchange(u);
  if (!of_reading) u.fill(0);
  try {
    brick::exchange_handle messages = u.start_ghosts();
    if (on.guilty) throw brick::error("no such luck");
    u.finish_ghosts(messages);
  } catch (const brick::error&) {
    if (!on.guilty) throw;
  }
  if (on.guilty && !of_reading) hang();
  exchange(u);
}

/// Exchanges of the field are right, and say why they are others than wanted.
void check_exchange(const scene& on, field<double, 3>& u) {
  exchange(u);
  const grid<3>& all = u.grid();
  const auto cells = all.cells();
  brick::box<3> zone = all.own_cells();
  for (int a = 0; a < 3; ++a) {
    zone.low[a] -= all.ghost_depth()[a];
    zone.high[a] += all.ghost_depth()[a];
  }
  brick::for_each_in<3>(zone, [&](const brick::index<3>& cell) {
    const auto at = [&](int a) { return (cell[a] + cells[a]) % cells[a]; };
    const double got = std::as_const(u).data()[u.offset_of(cell)];
    if (got != static_cast<double>(at(0) * 10'000 + at(1) * 100 + at(2)))
      throw brick::error("wrong value " + std::to_string(got) + " in cell " + brick::to_string(cell));
  });
  if (on.program.rank() == 0)
    std::printf("%s: %s\n", std::string(brick::to_string(u.exchange_used())).c_str(), u.exchange_fallback().c_str());
}

/// A field is made while the system refuses something.
void with_fallback(const scene& on, const std::function<void(const std::function<void()>&)>& refused) {
  const grid<3> all = on.make_grid();
  std::optional<field<double, 3>> u;
  const auto make = [&] { u.emplace(all, "u"); };
  on.guilty ? refused(make) : make();
  check_exchange(on, *u);
}

double value(brick::in<double, 3> u) { return u(0, 0, 0); }

/// The guilty rank reduces a field, of arrays since brickc compiles no stencil here, and the others do something else,
/// if anything.
void reduce_alone(const scene& on, const std::function<void(field<double, 3>&)>& others_do) {
  field<double, 3> u(grid<3>(on.program, {.cells = {16 * on.program.size(), 16, 16}}), "u");
  exchange(u);
  if (on.guilty)
    (void)brick::reduce<value>(brick::sum, u);
  else
    others_do(u);
}

/// Nothing is left of /dev/shm, that of small_shm.sh, which MPI may need again.
void fill_shm(const scene& on) {
  constexpr std::size_t most = 256 << 20;
  struct statvfs system{};
  if (::statvfs("/dev/shm", &system) != 0 || system.f_blocks * system.f_frsize > most)
    throw brick::error("/dev/shm is that of the machine");
  if (on.guilty) {
    const int file = ::open("/dev/shm/filling", O_CREAT | O_WRONLY, 0600);
    const std::vector<char> page(4096);
    while (::write(file, page.data(), page.size()) > 0) {
    }
    if (errno != ENOSPC) throw brick::error("/dev/shm does not fill");
  }
  on.program.world().barrier();
}

/// `call` of MPI fails wherever it comes next: when a field is made, exchanged, or gathered.
void fail_mpi(const scene& on, const std::string& call) {
  const grid<3> all = on.make_grid();
  field<double, 3> u(all, "u");
  exchange(u);
  if (on.guilty) brick_test::fail_in(call);
  exchange(u);
  field<double, 3> v(all, "v");
  (void)u.gather();
}

/// The same when halos are exchanged, or made.
void fail_mpi_of_halos(const scene& on, const std::string& call) {
  ring halos(on);
  halos.exchange();
  if (on.guilty) brick_test::fail_in(call);
  halos.exchange();
  ring(on).exchange();
}

/// The guilty rank computes for longer than others wait in silence.
void be_late() { ::sleep(12); }

/// It does so before it has read what the others are about to write.
void read_late(const scene& on) {
  field<double, 3> u(on.make_grid(), "u");
  exchange(u);
  u.fill(0);
  brick::exchange_handle messages = u.start_ghosts();
  if (on.guilty) be_late();
  u.finish_ghosts(messages);
  exchange(u);
}

const std::map<std::string, std::function<void(const scene&)>> faults{
    {"killed", [](const scene& on) { between_exchanges(on, [](auto&) { ::raise(SIGKILL); }); }},
    {"lost", [](const scene& on) { between_exchanges(on, [](auto&) { ::_exit(0); }); }},
    {"exits", [](const scene& on) { between_exchanges(on, [](auto&) { std::exit(0); }); }},
    {"fails-beside-a-receive", // which the program itself makes, and nobody ends
     [](const scene& on) {
       if (on.guilty) std::exit(3);
       char byte = 0;
       MPI_Recv(&byte, 1, MPI_CHAR, on.program.size() - 1, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
     }},
    {"exits-before-an-agreement", [](const scene& on) { before_an_agreement(on, [] { std::exit(0); }); }},
    {"leaves",
     [](const scene& on) {
       field<double, 3> u(on.make_grid(), "u");
       exchange(u);
       if (!on.guilty) exchange(u);
     }},
    {"all-exit",
     [](const scene& on) {
       exchange(*std::make_unique<field<double, 3>>(on.make_grid(), "u"));
       std::exit(0);
     }},
    {"hangs", [](const scene& on) { between_exchanges(on, [](auto&) { hang(); }); }},
    {"hangs-half-way", hang_half_way},
    {"halo-hangs", [](const scene& on) { between_halos(on, [](auto&) { hang(); }); }},
    {"halo-hangs-half-way",
     [](const scene& on) {
       between_halos(on, [](ring& halos) {
         const brick::halo_status started = halos.start();
         hang();
       });
     }},
    {"late", [](const scene& on) { between_exchanges(on, [](auto&) { be_late(); }); }},
    {"reads-late", read_late},
    {"halo-leaves",
     [](const scene& on) {
       ring halos(on);
       halos.exchange();
       if (!on.guilty) halos.exchange();
     }},
    {"halo-leaves-before-a-check",
     [](const scene& on) {
       ring halos(on);
       if (!on.guilty) halos.exchange();
     }},
    {"halo-leaves-before-the-first",
     [](const scene& on) {
       if (!on.guilty) ring(on).exchange();
     }},
    {"halo-late", [](const scene& on) { between_halos(on, [](auto&) { be_late(); }); }},
    {"late-before-an-agreement", [](const scene& on) { before_an_agreement(on, be_late); }},
    {"comes-after-others-have-given-up", come_after_others_have_given_up},
    {"suspended", suspend_others},
    {"hangs-before-an-agreement", [](const scene& on) { before_an_agreement(on, hang); }},
    {"torn-out", [](const scene& on) { tear_out(on, false); }},
    {"torn-out-of-reading", [](const scene& on) { tear_out(on, true); }},
    {"other-grid", [](const scene& on) { (void)on.make_grid(on.guilty ? 24 : 16); }},
    {"asks-alone",
     [](const scene& on) {
       field<double, 3> u(on.make_grid(), "u");
       if (!on.guilty) (void)u.value({0, 0, 0});
     }},
    {"other-name", [](const scene& on) { field<double, 3>(on.make_grid(), on.guilty ? "w" : "u"); }},
    {"one-field-more",
     [](const scene& on) { between_exchanges(on, [](auto& u) { field<double, 3>(u.grid(), "w"); }); }},
    {"other-elements",
     [](const scene& on) {
       const grid<3> all = on.make_grid();
       if (on.guilty)
         field<float, 3>(all, "u");
       else
         field<double, 3>(all, "u");
     }},
    {"truncated",
     [](const scene& on) {
       brick_test::halve_receives(on.guilty);
       between_exchanges(on, [](auto&) {});
     }},
    {"truncated-in-status", // all that Open MPI says of persistent requests
     [](const scene& on) {
       brick_test::hide_errors_in_statuses();
       brick_test::halve_receives(on.guilty);
       between_exchanges(on, [](auto&) {});
     }},
    {"reduces-alone", [](const scene& on) { reduce_alone(on, [](auto&) {}); }},
    {"reduces-beside-an-exchange", [](const scene& on) { reduce_alone(on, [](auto& u) { exchange(u); }); }},
    {"reduces-beside-a-sum", [](const scene& on) { reduce_alone(on, [&](auto&) { (void)on.program.sum(1); }); }},
    {"reduces-beside-a-value", [](const scene& on) { reduce_alone(on, [](auto& u) { (void)u.value({0, 0, 0}); }); }},
    {"no-memory-files",
     [](const scene& on) {
       with_fallback(on, [](auto& make) {
         brick_test::refuse_memory_files();
         make();
       });
     }},
    {"no-shared-mappings",
     [](const scene& on) {
       with_fallback(on, [](auto& make) {
         brick_test::refuse_shared_mappings();
         make();
       });
     }},
    {"full-shm",
     [](const scene& on) {
       fill_shm(on);
       field<double, 3> u(on.make_grid(), "u");
       check_exchange(on, u);
     }},
    {"halo-full-shm",
     [](const scene& on) {
       fill_shm(on);
       ring(on).exchange();
     }},
    {"no-memory",
     [](const scene& on) {
       grid<3> all = on.make_grid();
       if (on.guilty) brick_test::refuse_mappings();
       field<double, 3>(all, "u");
     }},
};

} // namespace

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  const std::string fault = argv[1];
  brick::runtime program(argc, argv);
  std::printf("process %d\n", static_cast<int>(::getpid())); // faults.sh looks whether they end
  std::fflush(stdout);
  const scene on{program, argv[2], program.rank() == program.size() - 1};
  constexpr std::string_view of_halos = "halo-";
  if (fault.starts_with("MPI_"))
    fail_mpi(on, fault);
  else if (fault.starts_with("halo-MPI_"))
    fail_mpi_of_halos(on, fault.substr(of_halos.size()));
  else
    faults.at(fault)(on);
}
