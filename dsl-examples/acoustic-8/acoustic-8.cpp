// SPDX-License-Identifier: MIT
// Sound in an open box: the acoustic wave equation with a sponge along the walls,
//
//   d2p/dt2 + 2 s dp/dt = c^2 (d2p/dx2 + d2p/dy2 + d2p/dz2),
//
// of order 8 in space (a star of radius 4, 25 points) and leapfrog in time. The absorption s is 0 inside and grows as
// the square of the depth into the sponge, so that waves enter it without an echo and die in it.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace acoustic {

constexpr int radius = 4;

/// The second difference of order 8 in one dimension: the centre, and cells at distance 1 to 4.
constexpr std::array<double, radius + 1> weights{-205.0 / 72, 8.0 / 5, -1.0 / 5, 8.0 / 315, -1.0 / 560};

inline double laplacian(brick::in<double, 3> p) {
  double sum = 3 * weights[0] * p(0, 0, 0);
  for (int r = 1; r <= radius; ++r)
    sum += weights[r] * (p(-r, 0, 0) + p(r, 0, 0) + p(0, -r, 0) + p(0, r, 0) + p(0, 0, -r) + p(0, 0, r));
  return sum;
}

/// `c` is (c dt / h)^2, `absorption` s dt at each cell.
[[brick::stencil]]
void leapfrog(brick::out<double, 3> next, brick::in<double, 3> now, brick::in<double, 3> before,
              brick::in<double, 3> absorption, double c) {
  const double s = absorption(0, 0, 0);
  next(0, 0, 0) = (2 * now(0, 0, 0) - (1 - s) * before(0, 0, 0) + c * laplacian(now)) / (1 + s);
}

[[brick::step]]
void advance(brick::field<double, 3>& before, brick::field<double, 3>& now, brick::field<double, 3>& next,
             const brick::field<double, 3>& absorption, double c) {
  brick::apply<leapfrog>(next, now, before, absorption, c);
  swap(before, now);
  swap(now, next);
}

[[brick::stencil]]
double square(brick::in<double, 3> p) {
  return p(0, 0, 0) * p(0, 0, 0);
}

} // namespace acoustic

namespace {

constexpr double courant = 0.4; // c dt / h; stable below 0.55

struct room {
  brick::grid<3> grid;
  brick::field<double, 3> before{grid, "before"}, now{grid, "now"}, next{grid, "next"}, absorption{grid, "absorption"};

  room(const brick::runtime& runtime, const brick::index<3>& cells, const brick::boundary_condition& boundary)
      : grid(brick::grid_for<acoustic::advance>(runtime, {.cells = cells, .boundary = boundary})) {}

  void run(std::int64_t steps) {
    brick::run<acoustic::advance>(steps, before, now, next, absorption, courant * courant);
  }
  [[nodiscard]] double loudness() const {
    const auto count = static_cast<double>(grid.cells()[0] * grid.cells()[1] * grid.cells()[2]);
    return std::sqrt(brick::reduce<acoustic::square>(brick::sum, now) / count);
  }
};

/// A plane wave in a periodic box, with the frequency that leapfrog gives it for an exact Laplacian: what remains as
/// error is the error in space.
struct plane_wave {
  std::array<double, 3> angle; ///< the phase from one cell to the next
  double frequency;            ///< omega dt

  plane_wave(const brick::index<3>& cells, const std::array<int, 3>& periods) {
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      angle[axis] = 2 * std::numbers::pi * periods[axis] / static_cast<double>(cells[axis]);
      square += angle[axis] * angle[axis];
    }
    frequency = 2 * std::asin(0.5 * courant * std::sqrt(square));
  }

  [[nodiscard]] auto at(std::int64_t step) const {
    return [*this, step](const brick::point<3>& p) {
      double phase = -frequency * static_cast<double>(step);
      for (int axis = 0; axis < 3; ++axis)
        phase += angle[axis] * static_cast<double>(p[axis]);
      return std::cos(phase);
    };
  }
};

constexpr double sponge_width = 12; // cells along each wall

/// s dt at a cell.
auto sponge(const brick::index<3>& cells) {
  return [=](const brick::point<3>& p) {
    double depth = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const auto wall = static_cast<double>(std::min(p[axis] + 1, cells[axis] - p[axis]));
      depth = std::max(depth, (sponge_width + 1 - wall) / sponge_width);
    }
    return 0.25 * depth * depth;
  };
}

/// A clap at rest, at a quarter of axis 0 and in the middle of the others: smooth on the scale of a few cells.
auto clap(const brick::index<3>& cells) {
  return [=](const brick::point<3>& p) {
    double distance = 0;
    for (int axis = 0; axis < 3; ++axis)
      distance += std::pow(static_cast<double>(p[axis] - cells[axis] / (axis == 0 ? 4 : 2)), 2);
    return std::exp(-distance / 18);
  };
}

void start(room& r, bool with_sponge) {
  r.before.fill(clap(r.grid.cells()));
  r.now.fill(clap(r.grid.cells()));
  if (with_sponge) r.absorption.fill(sponge(r.grid.cells()));
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  examples::convergence found;
  for (const std::int64_t n : {12, 18, 24}) {
    const brick::index<3> cells{n, n, n};
    const plane_wave wave(cells, {1, 2, -1});
    room r(runtime, cells, brick::periodic);
    r.before.fill(wave.at(-1));
    r.now.fill(wave.at(0));
    r.run(2 * n); // the same time for every n
    found.add(static_cast<double>(n), examples::largest_error(runtime, r.now, wave.at(2 * n)));
  }
  checks.order_at_least("oblique plane wave, error in space", found, 7.5);

  const brick::index<3> cells{48, 40, 44};
  room closed(runtime, cells, brick::dirichlet(0)), open(runtime, cells, brick::dirichlet(0));
  start(closed, false);
  start(open, true);
  const double at_first = open.loudness();
  closed.run(250);
  open.run(250); // time for two crossings of the room
  checks.holds("a clap echoes on in a room without a sponge", closed.loudness() > 0.2 * at_first);
  checks.at_most("with it, what is left of its loudness", open.loudness() / at_first, 1e-2);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  room r(runtime, options.cells, brick::dirichlet(0));
  start(r, true);
  const double at_first = r.loudness();
  r.run(options.steps);
  examples::print(runtime, "acoustic-8: %s, loudness %.4f of that at first\n", examples::to_string(options).c_str(),
                  r.loudness() / at_first);
  examples::finish(runtime, options, r.now, r.before);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {128, 128, 128}, .steps = 100});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
