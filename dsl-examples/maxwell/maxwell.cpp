// SPDX-License-Identifier: MIT
// Light in a box of perfect conductors: Maxwell's equations
//
//   dE/dt = curl H,     dH/dt = -curl E     (in units where epsilon = mu = 1)
//
// by Yee's scheme (1966): six fields, staggered. In cell (i, j, k), E_x lies at (i + 1/2, j, k), H_x at
// (i, j + 1/2, k + 1/2), and so on; E and H are half a time step apart. The conducting walls are where the low faces of
// cells 0 and of the cells beyond the last lie: there the tangential E is 0 and stays so.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace maxwell {

/// E += c curl H, with c = dt / h, everywhere but on the low walls.
[[brick::stencil]]
void electric(brick::inout<double, 3> ex, brick::inout<double, 3> ey, brick::inout<double, 3> ez,
              brick::in<double, 3> hx, brick::in<double, 3> hy, brick::in<double, 3> hz, double c, brick::point<3> p) {
  if (p[1] > 0 && p[2] > 0) ex(0, 0, 0) += c * (hz(0, 0, 0) - hz(0, -1, 0) - hy(0, 0, 0) + hy(0, 0, -1));
  if (p[2] > 0 && p[0] > 0) ey(0, 0, 0) += c * (hx(0, 0, 0) - hx(0, 0, -1) - hz(0, 0, 0) + hz(-1, 0, 0));
  if (p[0] > 0 && p[1] > 0) ez(0, 0, 0) += c * (hy(0, 0, 0) - hy(-1, 0, 0) - hx(0, 0, 0) + hx(0, -1, 0));
}

/// H -= c curl E.
[[brick::stencil]]
void magnetic(brick::inout<double, 3> hx, brick::inout<double, 3> hy, brick::inout<double, 3> hz,
              brick::in<double, 3> ex, brick::in<double, 3> ey, brick::in<double, 3> ez, double c) {
  hx(0, 0, 0) -= c * (ez(0, 1, 0) - ez(0, 0, 0) - ey(0, 0, 1) + ey(0, 0, 0));
  hy(0, 0, 0) -= c * (ex(0, 0, 1) - ex(0, 0, 0) - ez(1, 0, 0) + ez(0, 0, 0));
  hz(0, 0, 0) -= c * (ey(1, 0, 0) - ey(0, 0, 0) - ex(0, 1, 0) + ex(0, 0, 0));
}

[[brick::step]]
void advance(brick::field<double, 3>& ex, brick::field<double, 3>& ey, brick::field<double, 3>& ez,
             brick::field<double, 3>& hx, brick::field<double, 3>& hy, brick::field<double, 3>& hz, double c) {
  brick::apply<magnetic>(hx, hy, hz, ex, ey, ez, c);
  brick::apply<electric>(ex, ey, ez, hx, hy, hz, c);
}

/// The magnetic half alone, to bring H half a step before or behind E.
[[brick::step]]
void shift_magnetic(brick::field<double, 3>& ex, brick::field<double, 3>& ey, brick::field<double, 3>& ez,
                    brick::field<double, 3>& hx, brick::field<double, 3>& hy, brick::field<double, 3>& hz, double c) {
  brick::apply<magnetic>(hx, hy, hz, ex, ey, ez, c);
}

/// |div H| at the corner of a cell inside the box: no magnetic charge appears.
[[brick::stencil]]
double divergence(brick::in<double, 3> hx, brick::in<double, 3> hy, brick::in<double, 3> hz) {
  return std::abs(hx(1, 0, 0) - hx(0, 0, 0) + hy(0, 1, 0) - hy(0, 0, 0) + hz(0, 0, 1) - hz(0, 0, 0));
}

[[brick::stencil]]
double energy(brick::in<double, 3> x, brick::in<double, 3> y, brick::in<double, 3> z) {
  return 0.5 * (x(0, 0, 0) * x(0, 0, 0) + y(0, 0, 0) * y(0, 0, 0) + z(0, 0, 0) * z(0, 0, 0));
}

} // namespace maxwell

namespace {

constexpr double courant = 0.5; // c dt / h; stable below 1 / sqrt(3)

/// A mode of the cavity, E_x = A_x cos(a_x x) sin(a_y y) sin(a_z z) cos(omega t) and so on round the axes. With an
/// amplitude A across the differences 2 sin(a / 2) it solves the scheme, where
/// sin(omega dt / 2) = courant |(sin(a / 2))|, and with one across the wave numbers a, Maxwell's equations.
class cavity_mode {
public:
  cavity_mode(const brick::index<3>& cells, const std::array<int, 3>& half_waves, bool of_scheme) {
    std::array<double, 3> across{};
    double square = 0;
    for (int axis = 0; axis < 3; ++axis) {
      angle_[axis] = std::numbers::pi * half_waves[axis] / static_cast<double>(cells[axis]);
      across[axis] = of_scheme ? 2 * std::sin(angle_[axis] / 2) : angle_[axis];
      square += across[axis] * across[axis];
    }
    frequency_ = of_scheme ? 2 * std::asin(0.5 * courant * std::sqrt(square)) : courant * std::sqrt(square);
    amplitude_ = {across[1] - across[2], across[2] - across[0], across[0] - across[1]}; // normal to `across`
  }

  /// The component of E along `axis` after `steps` steps.
  [[nodiscard]] auto electric(int axis, std::int64_t steps) const {
    return [*this, axis,
            height = amplitude_[axis] * std::cos(frequency_ * static_cast<double>(steps))](const brick::point<3>& p) {
      double value = height;
      for (int other = 0; other < 3; ++other) {
        const double x = static_cast<double>(p[other]);
        value *= other == axis ? std::cos(angle_[other] * (x + 0.5)) : std::sin(angle_[other] * x);
      }
      return value;
    };
  }

  [[nodiscard]] double size() const { return std::hypot(amplitude_[0], amplitude_[1], amplitude_[2]); }

private:
  std::array<double, 3> angle_{}, amplitude_{};
  double frequency_ = 0; ///< omega dt
};

struct cavity {
  brick::grid<3> grid;
  brick::field<double, 3> ex{grid, "Ex"}, ey{grid, "Ey"}, ez{grid, "Ez"}, hx{grid, "Hx"}, hy{grid, "Hy"},
      hz{grid, "Hz"};

  cavity(const brick::runtime& runtime, const brick::index<3>& cells)
      : grid(brick::grid_for<maxwell::advance, maxwell::shift_magnetic>(
            runtime, {.cells = cells, .boundary = brick::dirichlet(0)})) {}

  /// The mode at t = 0, where its H is 0, and H half a step earlier.
  cavity(const brick::runtime& runtime, const brick::index<3>& cells, const cavity_mode& mode)
      : cavity(runtime, cells) {
    ex.fill(mode.electric(0, 0));
    ey.fill(mode.electric(1, 0));
    ez.fill(mode.electric(2, 0));
    shift(-0.5);
  }

  void run(std::int64_t steps) { brick::run<maxwell::advance>(steps, ex, ey, ez, hx, hy, hz, courant); }
  void shift(double by) { brick::run<maxwell::shift_magnetic>(1, ex, ey, ez, hx, hy, hz, by * courant); }

  [[nodiscard]] double largest_divergence() const {
    const brick::index<3>& n = grid.cells();
    const auto inside = brick::on(brick::box<3>{{}, {n[0] - 1, n[1] - 1, n[2] - 1}});
    return brick::reduce<maxwell::divergence>(inside, brick::max, hx, hy, hz);
  }
  [[nodiscard]] double error(const brick::runtime& runtime, const cavity_mode& mode, std::int64_t steps) const {
    return std::max({examples::largest_error(runtime, ex, mode.electric(0, steps)),
                     examples::largest_error(runtime, ey, mode.electric(1, steps)),
                     examples::largest_error(runtime, ez, mode.electric(2, steps))}) /
           mode.size();
  }
};

/// A flash in a corner of the box: E_z at one place, everything else dark. Div H must stay 0 for any light.
void check_flash(const brick::runtime& runtime, examples::checker& checks, const brick::index<3>& cells) {
  cavity box(runtime, cells);
  box.ez.fill([](const brick::point<3>& p) { return p == brick::point<3>{{3, 2, 4}} ? 1.0 : 0.0; });
  box.run(60);
  checks.at_most("div H of a flash on " + examples::to_string(cells) + " cells", box.largest_divergence(), 1e-14);
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}}) {
    const cavity_mode mode(cells, {1, 2, 3}, true);
    cavity box(runtime, cells, mode);
    box.run(50);
    checks.at_most("cavity mode of the scheme on " + examples::to_string(cells) + " cells",
                   box.error(runtime, mode, 50), 1e-13);
    check_flash(runtime, checks, cells);
  }
  examples::convergence found;
  for (const std::int64_t n : {8, 16, 32}) {
    const brick::index<3> cells{n, n, n};
    const cavity_mode mode(cells, {1, 2, 1}, false);
    cavity box(runtime, cells, mode);
    box.run(2 * n); // the same time for every n
    found.add(static_cast<double>(n), box.error(runtime, mode, 2 * n));
  }
  checks.order_at_least("cavity mode of Maxwell's equations", found, 1.9);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  const cavity_mode mode(options.cells, {2, 3, 4}, true);
  cavity box(runtime, options.cells, mode);
  box.run(options.steps);
  examples::print(
      runtime, "maxwell: %s, electric energy %.6f, largest error %.1e\n", examples::to_string(options).c_str(),
      brick::reduce<maxwell::energy>(brick::sum, box.ex, box.ey, box.ez), box.error(runtime, mode, options.steps));
  examples::finish(runtime, options, box.ez, box.ey, box.ex, box.hx, box.hy, box.hz);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 200});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
