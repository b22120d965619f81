// SPDX-License-Identifier: MIT
// A hill carried along by a constant wind in a periodic square,
//
//   du/dt + a du/dx + b du/dy = 0,     a, b > 0,
//
// by two schemes of Pencil (SC20): linear upwind differences of order 2, and WENO3, which weighs two parabolas' slopes
// by how smooth they are (Jiang and Shu, 1996). In time, both use the third-order Runge-Kutta method of Shu and Osher:
// three stages, each a mean of the start and an Euler step, in one step with temporaries.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

/// The value at a cell's high face from the cells upwind, by a linear polynomial through two of them.
struct upwind2 {
  static double face(double far, double near, double, double) { return near + 0.5 * (near - far); }
};

/// The same from two linear polynomials. On smooth data the weights are 1/3 and 2/3, which gives order 3, also at
/// extrema if `small` is of order h^2; at a jump the polynomial across it has next to none.
struct weno3 {
  static double face(double far, double near, double beyond, double small) {
    const double rough0 = (near - far) * (near - far), rough1 = (beyond - near) * (beyond - near);
    const double weight0 = 1 / ((small + rough0) * (small + rough0));
    const double weight1 = 2 / ((small + rough1) * (small + rough1));
    const double face0 = 1.5 * near - 0.5 * far, face1 = 0.5 * (near + beyond);
    return (weight0 * face0 + weight1 * face1) / (weight0 + weight1);
  }
};

/// What flows through the high face of cell i on an axis, for speed 1.
template <typename Scheme> double flux0(brick::in<double, 2> u, int i, double small) {
  return Scheme::face(u(i - 1, 0), u(i, 0), u(i + 1, 0), small);
}
template <typename Scheme> double flux1(brick::in<double, 2> u, int j, double small) {
  return Scheme::face(u(0, j - 1), u(0, j), u(0, j + 1), small);
}

/// A Runge-Kutta stage: next = (1 - share) start + share (u + dt du/dt); `c` is the wind times dt / h.
template <typename Scheme>
[[brick::stencil]]
void stage(brick::out<double, 2> next, brick::in<double, 2> start, brick::in<double, 2> u,
           const std::array<double, 2>& c, double share, double small) {
  const double out0 = flux0<Scheme>(u, 0, small) - flux0<Scheme>(u, -1, small);
  const double out1 = flux1<Scheme>(u, 0, small) - flux1<Scheme>(u, -1, small);
  const double euler = u(0, 0) - c[0] * out0 - c[1] * out1;
  next(0, 0) = start(0, 0) + share * (euler - start(0, 0));
}

[[brick::step]]
void advance_upwind2(brick::field<double, 2>& u, const std::array<double, 2>& c, double small) {
  brick::field<double, 2> first(u.grid(), "first"), second(u.grid(), "second");
  brick::apply<stage<upwind2>>(first, u, u, c, 1.0, small);
  brick::apply<stage<upwind2>>(second, u, first, c, 1.0 / 4, small);
  brick::apply<stage<upwind2>>(first, u, second, c, 2.0 / 3, small);
  swap(u, first);
}

[[brick::step]]
void advance_weno3(brick::field<double, 2>& u, const std::array<double, 2>& c, double small) {
  brick::field<double, 2> first(u.grid(), "first"), second(u.grid(), "second");
  brick::apply<stage<weno3>>(first, u, u, c, 1.0, small);
  brick::apply<stage<weno3>>(second, u, first, c, 1.0 / 4, small);
  brick::apply<stage<weno3>>(first, u, second, c, 2.0 / 3, small);
  swap(u, first);
}

[[brick::stencil]]
double value(brick::in<double, 2> u) {
  return u(0, 0);
}

namespace {

constexpr std::array<double, 2> courant{0.3, 0.2}; // wind times dt / h

/// The mean of 1 + sin(2 pi x) / 2.
double mean_of_hill(double low, double high) {
  const double k = 2 * std::numbers::pi;
  return 1 + 0.5 * (std::cos(k * low) - std::cos(k * high)) / (k * (high - low));
}

/// A smooth hill, moved by `cells_moved`, and a box, as means over each cell.
auto hill(const brick::index<2>& cells, const std::array<double, 2>& cells_moved) {
  return [=](const brick::point<2>& p) {
    double product = 1;
    for (int axis = 0; axis < 2; ++axis) {
      const double low = static_cast<double>(p[axis]) - cells_moved[axis], n = static_cast<double>(cells[axis]);
      product *= mean_of_hill(low / n, (low + 1) / n);
    }
    return product;
  };
}
auto box(const brick::index<2>& cells) {
  return [=](const brick::point<2>& p) { return 2 * p[0] < cells[0] && 2 * p[1] < cells[1] ? 1.0 : 0.0; };
}

std::array<double, 2> moved(std::int64_t steps) {
  return {courant[0] * static_cast<double>(steps), courant[1] * static_cast<double>(steps)};
}

/// The start carried for `steps` steps.
template <auto Step, typename Start>
brick::field<double, 2> carry(const brick::runtime& runtime, const brick::index<2>& cells, Start start,
                              std::int64_t steps) {
  const auto grid = brick::grid_for<Step>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 2> u(grid, "u");
  u.fill(start);
  const double slope = 2 / static_cast<double>(cells[1]); // a steep one, from a cell to the next
  brick::run<Step>(steps, u, courant, slope * slope);
  return u;
}

/// The order of a scheme on the smooth hill, and whether it keeps the total of what it carries.
template <auto Step>
void check(const brick::runtime& runtime, examples::checker& checks, const char* name, double order) {
  examples::convergence found;
  for (const std::int64_t n : {24, 48, 96}) {
    const brick::index<2> cells{n, n};
    const auto u = carry<Step>(runtime, cells, hill(cells, {}), n);
    found.add(static_cast<double>(n), examples::mean_error(runtime, u, hill(cells, moved(n))));
  }
  checks.order_at_least(std::string(name) + ", smooth hill, mean error", found, order);
  const brick::index<2> cells{17, 40};
  const double before = brick::reduce<value>(brick::sum, carry<Step>(runtime, cells, box(cells), 0));
  const double after = brick::reduce<value>(brick::sum, carry<Step>(runtime, cells, box(cells), 40));
  checks.at_most(std::string(name) + " keeps the total, relatively", std::abs(after / before - 1), 1e-13);
}

/// How far WENO3 leaves the range of a box; linear schemes do by some 10 %.
double overshoot(const brick::runtime& runtime) {
  const brick::index<2> cells{40, 64};
  const auto u = carry<advance_weno3>(runtime, cells, box(cells), 50);
  return std::max(brick::reduce<value>(brick::max, u) - 1, -brick::reduce<value>(brick::min, u));
}

int check_all(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  check<advance_upwind2>(runtime, checks, "upwind2", 1.8);
  check<advance_weno3>(runtime, checks, "weno3", 2.7);
  checks.at_most("weno3, overshoot at a jump", overshoot(runtime), 1e-2);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  const auto start = hill(options.cells, {}), exact = hill(options.cells, moved(options.steps));
  const auto linear = carry<advance_upwind2>(runtime, options.cells, start, options.steps);
  const auto weno = carry<advance_weno3>(runtime, options.cells, start, options.steps);
  const auto jumps = carry<advance_weno3>(runtime, options.cells, box(options.cells), options.steps);
  examples::print(runtime, "advection-schemes: %s, mean error %.2e by upwind2, %.2e by weno3\n",
                  examples::to_string(options).c_str(), examples::mean_error(runtime, linear, exact),
                  examples::mean_error(runtime, weno, exact));
  examples::finish(runtime, options, jumps, linear, weno);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<2>(runtime, argc, argv, {.cells = {128, 128}, .steps = 200});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check_all(runtime) : simulate(runtime, options);
}
