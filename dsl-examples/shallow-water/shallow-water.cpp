// SPDX-License-Identifier: MIT
// Shallow water in a periodic basin: the depth h and the momenta hu, hv obey
//
//   dh/dt + d(hu)/dx + d(hv)/dy = 0,
//   d(hu)/dt + d(hu u + g h^2 / 2)/dx + d(hu v)/dy = 0,     and the same for hv,
//
// by the MacCormack scheme: a predictor with forward differences of the fluxes, a corrector with backward differences
// of the predicted ones. It is of order 2, and what leaves a cell enters the next, so no water is lost. A time step is
// as long as the fastest wave allows, which a reduction finds.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace water {

using accessor = brick::in<double, 2>;

/// Depth and momenta, or what flows of them through a face.
struct state {
  double h, hu, hv;
};

inline state operator+(const state& a, const state& b) { return {a.h + b.h, a.hu + b.hu, a.hv + b.hv}; }
inline state operator-(const state& a, const state& b) { return {a.h - b.h, a.hu - b.hu, a.hv - b.hv}; }
inline state operator*(double c, const state& a) { return {c * a.h, c * a.hu, c * a.hv}; }

/// The fluxes on axis 0 (where u points) and axis 1 at an offset.
inline state flux0(accessor h, accessor hu, accessor hv, double g, int i) {
  const double u = hu(i, 0) / h(i, 0);
  return {hu(i, 0), hu(i, 0) * u + 0.5 * g * h(i, 0) * h(i, 0), hv(i, 0) * u};
}
inline state flux1(accessor h, accessor hu, accessor hv, double g, int j) {
  const double v = hv(0, j) / h(0, j);
  return {hv(0, j), hu(0, j) * v, hv(0, j) * v + 0.5 * g * h(0, j) * h(0, j)};
}

/// An Euler step with differences between cell `low` and the next, at low = 0 (forward) or -1 (backward).
inline state euler(accessor h, accessor hu, accessor hv, double g, double c, int low) {
  const state out0 = flux0(h, hu, hv, g, low + 1) - flux0(h, hu, hv, g, low);
  const state out1 = flux1(h, hu, hv, g, low + 1) - flux1(h, hu, hv, g, low);
  return state{h(0, 0), hu(0, 0), hv(0, 0)} - c * (out0 + out1);
}

/// `c` is dt / dx.
[[brick::stencil]]
void predict(brick::out<double, 2> next_h, brick::out<double, 2> next_hu, brick::out<double, 2> next_hv,
             brick::in<double, 2> h, brick::in<double, 2> hu, brick::in<double, 2> hv, double g, double c) {
  const state next = euler(h, hu, hv, g, c, 0);
  next_h(0, 0) = next.h;
  next_hu(0, 0) = next.hu;
  next_hv(0, 0) = next.hv;
}

[[brick::stencil]]
void correct(brick::inout<double, 2> h, brick::inout<double, 2> hu, brick::inout<double, 2> hv,
             brick::in<double, 2> new_h, brick::in<double, 2> new_hu, brick::in<double, 2> new_hv, double g, double c) {
  const state next = euler(new_h, new_hu, new_hv, g, c, -1);
  h(0, 0) = 0.5 * (h(0, 0) + next.h);
  hu(0, 0) = 0.5 * (hu(0, 0) + next.hu);
  hv(0, 0) = 0.5 * (hv(0, 0) + next.hv);
}

[[brick::step]]
void advance(brick::field<double, 2>& h, brick::field<double, 2>& hu, brick::field<double, 2>& hv, double g, double c) {
  brick::field<double, 2> new_h(h.grid(), "new h"), new_hu(h.grid(), "new hu"), new_hv(h.grid(), "new hv");
  brick::apply<predict>(new_h, new_hu, new_hv, h, hu, hv, g, c);
  brick::apply<correct>(h, hu, hv, new_h, new_hu, new_hv, g, c);
}

[[brick::stencil]]
double depth(brick::in<double, 2> h) {
  return h(0, 0);
}

[[brick::stencil]]
double speed(brick::in<double, 2> h, brick::in<double, 2> hu, brick::in<double, 2> hv, double g) {
  return std::max(std::abs(hu(0, 0)), std::abs(hv(0, 0))) / h(0, 0) + std::sqrt(g * h(0, 0));
}

} // namespace water

namespace {

constexpr double gravity = 9.81, rest_depth = 2.0;
constexpr double courant = 0.3; // of a cell, which the fastest wave crosses in a step

struct basin {
  brick::grid<2> grid;
  brick::field<double, 2> h{grid, "h"}, hu{grid, "hu"}, hv{grid, "hv"};

  basin(const brick::runtime& runtime, const brick::index<2>& cells)
      : grid(brick::grid_for<water::advance>(runtime, {.cells = cells, .boundary = brick::periodic})) {
    h.fill(rest_depth);
  }

  /// Lets `time` pass, in cells' widths a metre; returns in how many steps. The last one is cut to end at that time.
  std::int64_t run(double time) {
    double left = time, c = step_at_most(left);
    const auto is_over = [&] {
      left -= c;
      c = step_at_most(left); // the step's argument, read anew by each step
      return !(left > 0);     // nor may it go on for ever when a wave has broken into NaNs
    };
    return brick::run_until<water::advance>(1, is_over, std::numeric_limits<std::int64_t>::max(), h, hu, hv, gravity,
                                            c);
  }
  [[nodiscard]] double step_at_most(double left) const { return std::min(courant / fastest(), left); }
  [[nodiscard]] double mass() const { return brick::reduce<water::depth>(brick::sum, h); }
  [[nodiscard]] double fastest() const { return brick::reduce<water::speed>(brick::max, h, hu, hv, gravity); }
};

/// A long wave of finite height that travels along an axis: the velocity is u = 2 (c - c0), c = sqrt(g h), so that each
/// depth moves at its own speed u + c = 3 c - 2 c0. The front steepens; until it breaks, this is the exact solution.
class simple_wave {
public:
  simple_wave(int axis, std::int64_t cells) : axis_(axis), cells_(static_cast<double>(cells)) {}

  /// The root of c(x, t) = start(x - (3 c - 2 c0) t), by fixed-point iteration; x and t in units of the basin's width.
  [[nodiscard]] double celerity(const brick::point<2>& p, double t) const {
    const double x = (static_cast<double>(p[axis_]) + 0.5) / cells_;
    double c = rest;
    for (int i = 0; i < 60; ++i)
      c = rest * (1 + height * std::sin(2 * std::numbers::pi * (x - (3 * c - 2 * rest) * t)));
    return c;
  }
  [[nodiscard]] auto depth(double t) const {
    return [*this, t](const brick::point<2>& p) { return std::pow(celerity(p, t), 2) / gravity; };
  }
  [[nodiscard]] auto momentum(double t) const {
    return [*this, t](const brick::point<2>& p) {
      const double c = celerity(p, t);
      return 2 * (c - rest) * c * c / gravity;
    };
  }

private:
  static constexpr double height = 0.05;
  inline static const double rest = std::sqrt(gravity * rest_depth);
  int axis_;
  double cells_;
};

/// A round hump of water at rest in the middle of the basin.
auto hump(const brick::index<2>& cells) {
  return [=](const brick::point<2>& p) {
    double distance = 0;
    for (int axis = 0; axis < 2; ++axis)
      distance += std::pow((static_cast<double>(p[axis]) + 0.5) / static_cast<double>(cells[axis]) - 0.5, 2);
    return rest_depth * (1 + 0.2 * std::exp(-150 * distance));
  };
}

void check_wave(const brick::runtime& runtime, examples::checker& checks, int axis) {
  examples::convergence found;
  for (const std::int64_t n : {24, 48, 96}) {
    brick::index<2> cells{12, 12};
    cells[axis] = n;
    const simple_wave wave(axis, n);
    basin b(runtime, cells);
    b.h.fill(wave.depth(0));
    (axis == 0 ? b.hu : b.hv).fill(wave.momentum(0));
    const double time = 0.06; // in basins' widths a metre; the wave has become steep, and not broken
    b.run(time * static_cast<double>(n));
    found.add(static_cast<double>(n), examples::largest_error(runtime, b.h, wave.depth(time)));
  }
  checks.order_at_least("steepening wave along axis " + std::to_string(axis), found, 1.8);
}

/// A wave too low to steepen keeps its shape, moves at sqrt(g h), and is back after one period.
void check_speed(const brick::runtime& runtime, examples::checker& checks) {
  const brick::index<2> cells{8, 128};
  const double low = 1e-6, wave_speed = std::sqrt(gravity * rest_depth);
  const auto ripple = [&](const brick::point<2>& p) {
    return low * std::sin(2 * std::numbers::pi * static_cast<double>(p[1]) / static_cast<double>(cells[1]));
  };
  basin b(runtime, cells);
  b.h.fill([&](const brick::point<2>& p) { return rest_depth + ripple(p); });
  b.hv.fill([&](const brick::point<2>& p) { return wave_speed * ripple(p); });
  b.run(static_cast<double>(cells[1]) / wave_speed);
  const double error =
      examples::largest_error(runtime, b.h, [&](const brick::point<2>& p) { return rest_depth + ripple(p); });
  checks.at_most("a low wave moves at sqrt(g h), relative error", error / low, 3e-2);
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  check_wave(runtime, checks, 0);
  check_wave(runtime, checks, 1);
  check_speed(runtime, checks);
  for (const brick::index<2>& cells : {brick::index<2>{17, 40}, brick::index<2>{64, 64}}) {
    basin b(runtime, cells);
    b.run(0.6);
    const std::string size = " on " + examples::to_string(cells) + " cells";
    checks.at_most("water at rest stays at rest" + size,
                   examples::largest_error(runtime, b.h, [](const brick::point<2>&) { return rest_depth; }), 1e-14);
    b.h.fill(hump(cells));
    const double before = b.mass();
    b.run(6);
    checks.at_most("mass, relative change" + size, std::abs(b.mass() / before - 1), 1e-13);
  }
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  basin b(runtime, options.cells);
  b.h.fill(hump(options.cells));
  const double before = b.mass();
  const std::int64_t steps =
      b.run(static_cast<double>(options.steps) * b.step_at_most(1)); // while so many like the first
  examples::print(runtime,
                  "shallow-water: %s cells, %lld steps, fastest wave %.3f m/s, relative change of mass at most %.0e\n",
                  examples::to_string(options.cells).c_str(), static_cast<long long>(steps), b.fastest(),
                  std::max(1e-13, std::abs(b.mass() / before - 1)));
  examples::finish(runtime, options, b.h, b.hu, b.hv);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<2>(runtime, argc, argv, {.cells = {256, 256}, .steps = 250});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
