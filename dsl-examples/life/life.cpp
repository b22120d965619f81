// SPDX-License-Identifier: MIT
// Conway's game of life on a torus: a cell lives in the next generation if it has three live neighbours, or two and
// lives now. Cells are integers, and so is the population, which a reduction counts.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

[[brick::stencil]]
void generation(brick::out<int, 2> next, brick::in<int, 2> alive) {
  int neighbours = -alive(0, 0);
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      neighbours += alive(i, j);
  next(0, 0) = neighbours == 3 || (neighbours == 2 && alive(0, 0) == 1) ? 1 : 0;
}

[[brick::step]]
void advance(brick::field<int, 2>& alive, brick::field<int, 2>& next) {
  brick::apply<generation>(next, alive);
  swap(alive, next);
}

[[brick::stencil]]
int value(brick::in<int, 2> alive) {
  return alive(0, 0);
}

namespace {

/// A drawing, 'O' where a cell lives.
using pattern = std::vector<std::string_view>;

const pattern glider{".O.", "..O", "OOO"};
const pattern beehive{".OO.", "O..O", ".OO."};
const pattern blinker{"OOO"};
const pattern gosper_gun{"........................O...........", "......................O.O...........",
                         "............OO......OO............OO", "...........O...O....OO............OO",
                         "OO........O.....O...OO..............", "OO........O...O.OO....O.O...........",
                         "..........O.....O.......O...........", "...........O...O....................",
                         "............OO......................"};

/// The pattern with its corner at `corner`, on a torus of `cells`, as a function of the cell.
auto drawn(const pattern& drawing, const brick::index<2>& cells, const brick::index<2>& corner) {
  return [=](const brick::point<2>& p) {
    const auto row = static_cast<std::size_t>((p[0] - corner[0] % cells[0] + cells[0]) % cells[0]);
    const auto column = static_cast<std::size_t>((p[1] - corner[1] % cells[1] + cells[1]) % cells[1]);
    return row < drawing.size() && column < drawing[row].size() && drawing[row][column] == 'O' ? 1 : 0;
  };
}

/// Three cells in eight live, chosen by a hash of their place: the same soup on any number of ranks.
int soup(const brick::point<2>& p) {
  std::uint64_t hash = static_cast<std::uint64_t>(p[0]) * 0x9e3779b97f4a7c15u + static_cast<std::uint64_t>(p[1]);
  hash = (hash ^ (hash >> 30)) * 0xbf58476d1ce4e5b9u;
  hash = (hash ^ (hash >> 27)) * 0x94d049bb133111ebu;
  return (hash >> 61) < 3 ? 1 : 0;
}

/// Life on a torus, from what `start` says of each cell.
struct world {
  brick::grid<2> grid;
  brick::field<int, 2> alive{grid, "alive"}, next{grid, "next"};

  template <typename Start>
  world(const brick::runtime& runtime, const brick::index<2>& cells, Start start)
      : grid(brick::grid_for<advance>(runtime, {.cells = cells, .boundary = brick::periodic})) {
    alive.fill(start);
  }

  void run(std::int64_t generations) { brick::run<advance>(generations, alive, next); }
  [[nodiscard]] int population() const { return brick::reduce<value>(brick::sum, alive); }
};

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  const auto matches = [&](const world& w, auto expected) {
    return examples::largest_error(runtime, w.alive, expected) == 0;
  };
  for (const brick::index<2>& cells : {brick::index<2>{8, 8}, brick::index<2>{17, 40}}) {
    const std::string size = " on " + examples::to_string(cells) + " cells";
    world flight(runtime, cells, drawn(glider, cells, {2, 3}));
    flight.run(100);
    checks.holds("a glider moves by (25, 25) in 100 generations" + size,
                 matches(flight, drawn(glider, cells, {27, 28})) && flight.population() == 5);
    world still(runtime, cells, drawn(beehive, cells, {6, 5}));
    still.run(7);
    checks.holds("a beehive stays" + size, matches(still, drawn(beehive, cells, {6, 5})));
    world blinking(runtime, cells, drawn(blinker, cells, {4, 4}));
    blinking.run(1);
    const bool turned = matches(blinking, drawn({"O", "O", "O"}, cells, {3, 5}));
    blinking.run(1);
    checks.holds("a blinker has period 2" + size, turned && matches(blinking, drawn(blinker, cells, {4, 4})));
  }
  const brick::index<2> cells{100, 110};
  world gun(runtime, cells, drawn(gosper_gun, cells, {5, 6}));
  bool fires = gun.population() == 36;
  for (int glider_count = 1; glider_count <= 6; ++glider_count) {
    gun.run(30);
    fires = fires && gun.population() == 36 + 5 * glider_count;
  }
  checks.holds("Gosper's gun makes a glider every 30 generations", fires);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  world w(runtime, options.cells, soup);
  const int before = w.population();
  w.run(options.steps);
  examples::print(runtime, "life: %s, population %d at first, %d now\n", examples::to_string(options).c_str(), before,
                  w.population());
  examples::finish(runtime, options, w.alive);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<2>(runtime, argc, argv, {.cells = {256, 256}, .steps = 200});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
