// Times of packing the six faces of a cube of doubles, as JSON, all ranks at once:
//   mpiexec -n 2 pack CELLS THREADS ROUNDS SECONDS WAY...
// CELLS along each axis; THREADS that the library packs with; SECONDS of a turn; WAY: library, library_shares,
// mpi_pack, loops, or none. Prints what exchange.cpp does.
// SPDX-License-Identifier: MIT
#include <brick/runtime.hpp>

#include <cstdlib>
#include <string>

#include "../exchange/rounds.hpp"
#include "../exchange/samples.hpp"
#include "../exchange/words.hpp"
#include "packers.hpp"

int main(int argc, char** argv) {
  using namespace bench;
  constexpr const char* usage = "usage: pack CELLS THREADS ROUNDS SECONDS WAY...";
  brick::runtime runtime(argc, argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 5) throw brick::error(usage);
  const cube_faces cube(runtime.world(), number(words[0], 1, usage));
  const halo_problem problem = cube.problem();

  const auto threads = static_cast<int>(number(words[1], 1, usage));

  std::vector<entry> entries;
  for (auto way = words.begin() + 4; way != words.end(); ++way) {
    entries.push_back({.name = *way, .way = packer_named(problem, cube, *way, threads)});
    check_values(problem.world, entries.back());
  }
  run_rounds(problem.world, entries, static_cast<int>(number(words[2], 1, usage)), std::atof(words[3].c_str()));
  print(problem.world, entries);
}
