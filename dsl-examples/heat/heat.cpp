// SPDX-License-Identifier: MIT
// Heat conduction in a periodic box,
//
//   du/dt = alpha (d2u/dx2 + d2u/dy2 + d2u/dz2),
//
// by the explicit 7-point scheme, with k = alpha dt / h^2 < 1/6. A sine wave stays a sine wave and decays by the same
// factor in every step, so the scheme can be checked against its own exact solution to round-off.
#include <array>
#include <cmath>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

[[brick::stencil]]
void heat(brick::out<double, 3> next, brick::in<double, 3> u, double k) {
  next(0, 0, 0) = u(0, 0, 0) +
                  k * (u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1) - 6 * u(0, 0, 0));
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next, double k) {
  brick::apply<heat>(next, u, k);
  swap(u, next);
}

namespace {

constexpr double k = 0.1;

/// A sine wave: periods per axis and amplitude at the start.
struct wave {
  std::array<int, 3> periods;
  double amplitude;

  /// The phase from one cell to the next.
  [[nodiscard]] double angle(int axis, const brick::index<3>& cells) const {
    return 2 * std::numbers::pi * periods[axis] / static_cast<double>(cells[axis]);
  }
};

constexpr std::array<wave, 2> waves{wave{{1, 1, 1}, 1.0}, wave{{1, 2, 3}, 0.5}};

/// What is left of a wave after `steps` steps: of the scheme, and of the differential equation.
double scheme_decay(const wave& w, const brick::index<3>& cells, std::int64_t steps) {
  double symbol = 0;
  for (int axis = 0; axis < 3; ++axis)
    symbol += 4 * std::pow(std::sin(w.angle(axis, cells) / 2), 2);
  return std::pow(1 - k * symbol, static_cast<double>(steps));
}

double exact_decay(const wave& w, const brick::index<3>& cells, std::int64_t steps) {
  double symbol = 0;
  for (int axis = 0; axis < 3; ++axis)
    symbol += std::pow(w.angle(axis, cells), 2);
  return std::exp(-k * symbol * static_cast<double>(steps));
}

/// The sum of the waves at time step `steps`, as a function of the cell.
template <typename Decay> auto solution(const brick::index<3>& cells, std::int64_t steps, Decay decay) {
  std::array<double, waves.size()> amplitudes;
  for (std::size_t m = 0; m < waves.size(); ++m)
    amplitudes[m] = waves[m].amplitude * decay(waves[m], cells, steps);
  return [=](const brick::point<3>& p) {
    double sum = 0;
    for (std::size_t m = 0; m < waves.size(); ++m) {
      double value = amplitudes[m];
      for (int axis = 0; axis < 3; ++axis)
        value *= std::sin(waves[m].angle(axis, cells) * (static_cast<double>(p[axis]) + 0.5));
      sum += value;
    }
    return sum;
  };
}

/// The temperature after `steps` steps.
brick::field<double, 3> conduct(const brick::runtime& runtime, const brick::index<3>& cells, std::int64_t steps) {
  const auto grid = brick::grid_for<advance>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  u.fill(solution(cells, 0, exact_decay));
  brick::run<advance>(steps, u, next, k);
  return u;
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}}) {
    const auto u = conduct(runtime, cells, 20);
    checks.at_most("decay of sine waves on " + examples::to_string(cells) + " cells",
                   examples::largest_error(runtime, u, solution(cells, 20, scheme_decay)), 1e-13);
  }
  examples::convergence found;
  for (const std::int64_t n : {16, 24, 32}) {
    const brick::index<3> cells{n, n, n};
    const std::int64_t steps = n * n / 16; // the same time for every n, as dt is proportional to h^2
    const auto u = conduct(runtime, cells, steps);
    found.add(static_cast<double>(n), examples::largest_error(runtime, u, solution(cells, steps, exact_decay)));
  }
  checks.order_at_least("the heat equation", found, 1.9);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  const auto u = conduct(runtime, options.cells, options.steps);
  const auto exact = solution(options.cells, options.steps, scheme_decay);
  examples::print(runtime, "heat: %s, largest error %.1e\n", examples::to_string(options).c_str(),
                  examples::largest_error(runtime, u, exact));
  examples::finish(runtime, options, u);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 100});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
