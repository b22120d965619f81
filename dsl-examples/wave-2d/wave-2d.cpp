// SPDX-License-Identifier: MIT
// A square drum: the wave equation with a fixed rim,
//
//   d2u/dt2 = c^2 (d2u/dx2 + d2u/dy2),     u = 0 on the rim,
//
// by the leapfrog scheme over three time levels, with r = (c dt / h)^2 < 1/2. The rim lies on the ghost cells, so the
// drum is cells + 1 spacings wide. The kernel is a template over the number type: --float runs it in single precision.
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

template <typename Real>
[[brick::stencil]]
void leapfrog(brick::out<Real, 2> next, brick::in<Real, 2> now, brick::in<Real, 2> before, Real r) {
  const Real laplacian = now(-1, 0) + now(1, 0) + now(0, -1) + now(0, 1) - 4 * now(0, 0);
  next(0, 0) = 2 * now(0, 0) - before(0, 0) + r * laplacian;
}

[[brick::step]]
void advance(brick::field<double, 2>& before, brick::field<double, 2>& now, brick::field<double, 2>& next, double r) {
  brick::apply<leapfrog<double>>(next, now, before, r);
  swap(before, now);
  swap(now, next);
}

[[brick::step]]
void advance_float(brick::field<float, 2>& before, brick::field<float, 2>& now, brick::field<float, 2>& next, float r) {
  brick::apply<leapfrog<float>>(next, now, before, r);
  swap(before, now);
  swap(now, next);
}

namespace {

constexpr double courant = 0.5; // c dt / h

/// A standing wave with `half_waves` half waves per axis, cos(omega t) sin(x) sin(y).
struct standing_wave {
  std::array<double, 2> angle; ///< the phase from one cell to the next

  standing_wave(const brick::index<2>& cells, const std::array<int, 2>& half_waves) {
    for (int axis = 0; axis < 2; ++axis)
      angle[axis] = std::numbers::pi * half_waves[axis] / static_cast<double>(cells[axis] + 1);
  }

  /// omega dt, of the wave equation and of the leapfrog scheme.
  [[nodiscard]] double frequency() const { return courant * std::hypot(angle[0], angle[1]); }
  [[nodiscard]] double scheme_frequency() const {
    return 2 * std::asin(courant * std::hypot(std::sin(angle[0] / 2), std::sin(angle[1] / 2)));
  }

  /// The wave with a given omega dt after `steps` steps; both frequencies start from rest.
  [[nodiscard]] auto at(std::int64_t steps, double frequency) const {
    return [*this, amplitude = std::cos(frequency * static_cast<double>(steps))](const brick::point<2>& p) {
      return amplitude * std::sin(angle[0] * static_cast<double>(p[0] + 1)) *
             std::sin(angle[1] * static_cast<double>(p[1] + 1));
    };
  }
};

/// The drum after `steps` time steps, started from `wave` with a given omega dt at the first two time levels.
template <auto Step, typename Real>
brick::field<Real, 2> drum(const brick::runtime& runtime, const brick::index<2>& cells, const standing_wave& wave,
                           double frequency, std::int64_t steps) {
  const auto grid = brick::grid_for<Step>(runtime, {.cells = cells, .boundary = brick::dirichlet(0)});
  brick::field<Real, 2> before(grid, "before"), now(grid, "now"), next(grid, "next");
  before.fill(wave.at(-1, frequency));
  now.fill(wave.at(0, frequency));
  brick::run<Step>(steps, before, now, next, static_cast<Real>(courant * courant));
  return now;
}

/// With its own frequency, the standing wave is an exact solution of the scheme.
template <auto Step, typename Real>
void check_scheme(const brick::runtime& runtime, examples::checker& checks, const std::string& precision,
                  double bound) {
  for (const brick::index<2>& cells : {brick::index<2>{16, 16}, brick::index<2>{33, 100}}) {
    const standing_wave wave(cells, {2, 3});
    const auto u = drum<Step, Real>(runtime, cells, wave, wave.scheme_frequency(), 30);
    checks.at_most(precision + " standing wave on " + examples::to_string(cells) + " cells",
                   examples::largest_error(runtime, u, wave.at(30, wave.scheme_frequency())), bound);
  }
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  check_scheme<advance, double>(runtime, checks, "double", 1e-12);
  check_scheme<advance_float, float>(runtime, checks, "float", 1e-4);
  examples::convergence found;
  for (const std::int64_t n : {16, 32, 64}) {
    const brick::index<2> cells{n - 1, n - 1};
    const standing_wave wave(cells, {1, 2});
    const std::int64_t steps = 2 * n; // the same time for every n
    const auto u = drum<advance, double>(runtime, cells, wave, wave.frequency(), steps);
    found.add(static_cast<double>(n), examples::largest_error(runtime, u, wave.at(steps, wave.frequency())));
  }
  checks.order_at_least("the wave equation", found, 1.9);
  return checks.exit_code();
}

template <auto Step, typename Real> int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  const standing_wave wave(options.cells, {2, 3});
  const double frequency = wave.scheme_frequency();
  const auto u = drum<Step, Real>(runtime, options.cells, wave, frequency, options.steps);
  examples::print(runtime, "wave-2d: %s, largest error %.1e\n", examples::to_string(options).c_str(),
                  examples::largest_error(runtime, u, wave.at(options.steps, frequency)));
  examples::finish(runtime, options, u);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options =
      examples::parse_options<2>(runtime, argc, argv, {.cells = {256, 256}, .steps = 200, .has_float = true});
  if (options.exit_code) return *options.exit_code;
  if (options.check) return check(runtime);
  if (options.single_precision) return simulate<advance_float, float>(runtime, options);
  return simulate<advance, double>(runtime, options);
}
