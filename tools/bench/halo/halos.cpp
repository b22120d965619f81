// Times of halo exchanges by the halo library, as JSON:
//   mpiexec -n 2 halos HALO CELLS RANKS ROUNDS SECONDS WAY...
// HALO: faces (of a cube of cells in an array), rows (of a matrix on CELLS^3 points a rank, as in HPCCG), or nodes (the
// same on the corners of CELLS^3 cells a rank, as in miniFE). RANKS as 2x1x1, for rows and nodes; SECONDS of a turn;
// WAY: a strategy of the library, by_hand, or none. Prints what tools/bench/exchange does.
// SPDX-License-Identifier: MIT
#include <brick/runtime.hpp>

#include <cstdlib>
#include <string>

#include "../exchange/rounds.hpp"
#include "../exchange/samples.hpp"
#include "../exchange/words.hpp"
#include "cube_faces.hpp"
#include "distributed_rows.hpp"
#include "halo_contenders.hpp"

namespace {

using namespace bench;

constexpr const char* usage = "usage: halos HALO CELLS RANKS ROUNDS SECONDS WAY...";

brick::index<3> ranks_of(const brick::communicator& world, const std::string& text) {
  const std::vector<std::int64_t> grid = process_grid(text, usage);
  if (grid.size() != 3 || grid[0] * grid[1] * grid[2] != world.size())
    throw brick::error("'" + text + "' is no grid of " + std::to_string(world.size()) + " ranks; " + usage);
  return {grid[0], grid[1], grid[2]};
}

/// Collective.
halo_problem problem_named(const brick::communicator& world, const std::string& name, std::int64_t cells,
                           const std::string& ranks) {
  if (name == "faces") return cube_faces(world, cells).problem();
  if (name == "rows") return rows_problem(world, point_grid(cells, 0, ranks_of(world, ranks)));
  if (name == "nodes") return rows_problem(world, point_grid(cells, 1, ranks_of(world, ranks)));
  throw brick::error("unknown halo: '" + name + "'; " + usage);
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const std::vector<std::string> words(argv + 1, argv + argc);
  if (words.size() < 6) throw brick::error(usage);
  const halo_problem problem = problem_named(runtime.world(), words[0], number(words[1], 1, usage), words[2]);

  std::vector<entry> entries;
  for (auto way = words.begin() + 5; way != words.end(); ++way) {
    entries.push_back({.name = *way, .way = halo_contender_named(problem, *way)});
    check_values(problem.world, entries.back());
  }
  run_rounds(problem.world, entries, static_cast<int>(number(words[3], 1, usage)), std::atof(words[4].c_str()));
  print(problem.world, entries);
}
