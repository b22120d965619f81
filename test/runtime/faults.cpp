// SPDX-License-Identifier: MIT
// A program to which something happens on its last rank, the guilty one: `faults FAULT STRATEGY`. faults.sh checks how
// it ends. Errors of MPI come from wrappers in failing_mpi.cpp.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>

#include <mpi.h>

#include "brick/brick.hpp"
#include "failing_mpi.hpp"
#include "refused_calls.hpp"

namespace {

using brick::field;
using brick::grid;

struct scene {
  const brick::runtime& program;
  brick::step_plan<3> plan;
  bool guilty;

  [[nodiscard]] grid<3> make_grid(std::int64_t depth = 16) const {
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

/// A field is made while the system refuses something; its exchanges are right, and say why they are others.
void with_fallback(const scene& on, const std::function<void(const std::function<void()>&)>& refused) {
  const grid<3> all = on.make_grid();
  std::optional<field<double, 3>> u;
  const auto make = [&] { u.emplace(all, "u"); };
  on.guilty ? refused(make) : make();
  exchange(*u);
  const auto cells = all.cells();
  brick::box<3> zone = all.own_cells();
  for (int a = 0; a < 3; ++a) {
    zone.low[a] -= all.ghost_depth()[a];
    zone.high[a] += all.ghost_depth()[a];
  }
  brick::for_each_in<3>(zone, [&](const brick::index<3>& cell) {
    const auto at = [&](int a) { return (cell[a] + cells[a]) % cells[a]; };
    const double got = std::as_const(*u).data()[u->offset_of(cell)];
    if (got != static_cast<double>(at(0) * 10'000 + at(1) * 100 + at(2)))
      throw brick::error("wrong value " + std::to_string(got) + " in cell " + brick::to_string(cell));
  });
  if (on.program.rank() == 0)
    std::printf("%s: %s\n", std::string(brick::to_string(u->exchange_used())).c_str(), u->exchange_fallback().c_str());
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
    {"hangs-before-an-agreement", [](const scene& on) { before_an_agreement(on, hang); }},
    {"torn-out", [](const scene& on) { tear_out(on, false); }},
    {"torn-out-of-reading", [](const scene& on) { tear_out(on, true); }},
    {"other-grid", [](const scene& on) { (void)on.make_grid(on.guilty ? 24 : 16); }},
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
  const scene on{program,
                 {.brick = {8, 8, 8}, .halo = {1, 1, 1}, .exchange = brick::strategy_named(argv[2])},
                 program.rank() == program.size() - 1};
  if (fault.starts_with("MPI_"))
    fail_mpi(on, fault);
  else
    faults.at(fault)(on);
}
