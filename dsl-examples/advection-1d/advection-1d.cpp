// SPDX-License-Identifier: MIT
// A profile carried along at constant speed in a periodic channel,
//
//   du/dt + a du/dx = 0,     a > 0,
//
// by a limited upwind scheme (van Leer, 1974): second order where the profile is smooth, without new extrema where it
// is not, and exact when c = a dt / h is 1. The limiter makes the kernel branch on the data.
#include <algorithm>
#include <cmath>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

/// The harmonic mean of two slopes, or 0 at an extremum.
inline double limited(double left, double right) {
  double slope = 0;
  if (left * right > 0) slope = 2 * left * right / (left + right);
  return slope;
}

/// What flows out of cell i through its right face, for speed 1.
inline double flux(brick::in<double, 1> u, int i, double c) {
  return u(i) + 0.5 * (1 - c) * limited(u(i) - u(i - 1), u(i + 1) - u(i));
}

[[brick::stencil]]
void upwind(brick::out<double, 1> next, brick::in<double, 1> u, double c) {
  next(0) = u(0) - c * (flux(u, 0, c) - flux(u, -1, c));
}

[[brick::step]]
void advance(brick::field<double, 1>& u, brick::field<double, 1>& next, double c) {
  brick::apply<upwind>(next, u, c);
  swap(u, next);
}

namespace {

/// The profile at x in [0, 1), made periodic: a smooth hill, and a box.
double hill(double x) { return std::exp(std::sin(2 * std::numbers::pi * x)); }
double box(double x) { return x - std::floor(x) < 0.5 ? 1 : 0; }

/// A profile carried along by `cells_moved` cells, as a function of the cell.
auto moved(double (*profile)(double), const brick::index<1>& cells, double cells_moved) {
  return [=](const brick::point<1>& p) {
    return profile((static_cast<double>(p[0]) + 0.5 - cells_moved) / static_cast<double>(cells[0]));
  };
}

/// The profile after `steps` steps.
brick::field<double, 1> carry(const brick::runtime& runtime, double (*profile)(double), const brick::index<1>& cells,
                              std::int64_t steps, double c) {
  const auto grid = brick::grid_for<advance>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(moved(profile, cells, 0));
  brick::run<advance>(steps, u, next, c);
  return u;
}

/// How far the values leave the range [low, high].
double excess(const brick::runtime& runtime, const brick::field<double, 1>& u, double low, double high) {
  double largest = 0;
  u.for_each([&](const brick::point<1>&, double value) { largest = std::max({largest, low - value, value - high}); });
  return runtime.max(largest);
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  for (const brick::index<1>& cells : {brick::index<1>{64}, brick::index<1>{1000}}) {
    const std::string size = examples::to_string(cells) + " cells";
    const auto u = carry(runtime, hill, cells, 50, 1);
    checks.at_most("exact for c = 1 on " + size, examples::largest_error(runtime, u, moved(hill, cells, 50)), 1e-13);
    checks.at_most("no new extrema of a box on " + size, excess(runtime, carry(runtime, box, cells, 50, 0.4), 0, 1),
                   1e-13);
  }
  examples::convergence found;
  for (const std::int64_t n : {64, 128, 256}) {
    const brick::index<1> cells{n};
    const auto u = carry(runtime, hill, cells, n / 2, 0.5);
    found.add(static_cast<double>(n), examples::mean_error(runtime, u, moved(hill, cells, static_cast<double>(n) / 4)));
  }
  checks.order_at_least("smooth profile, mean error", found, 1.8);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<1>& options) {
  const double c = 0.5;
  const auto u = carry(runtime, hill, options.cells, options.steps, c);
  const auto exact = moved(hill, options.cells, c * static_cast<double>(options.steps));
  examples::print(runtime, "advection-1d: %s, mean error %.2e\n", examples::to_string(options).c_str(),
                  examples::mean_error(runtime, u, exact));
  examples::finish(runtime, options, u);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<1>(runtime, argc, argv, {.cells = {1000}, .steps = 500});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
