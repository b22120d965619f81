// SPDX-License-Identifier: MIT
// Smoke in a steady wind: advection and diffusion in a box,
//
//   du/dt = L u = -(a du/dx + b du/dy + c du/dz) + nu (d2u/dx2 + d2u/dy2 + d2u/dz2),
//
// with central differences of order 4 in space and Kutta's method of order 3 in time: a step evaluates L three times,
// in temporaries that live as long as the step. The box is periodic, or a wind tunnel along axis 0: smoke is blown in
// at one end, by a boundary kernel that knows the time of each stage, and leaves at the other.
#include <array>
#include <cmath>
#include <complex>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace smoke {

/// First and second difference of order 4, from the values at -2 to 2.
inline double first(double a, double b, double c, double d) { return (8 * (c - b) - (d - a)) / 12; }
inline double second(double a, double b, double centre, double c, double d) {
  return (16 * (b + c) - (a + d) - 30 * centre) / 12;
}

/// dt L u; `wind` is (a, b, c) dt / h, `diffusion` nu dt / h^2.
[[brick::stencil]]
void rate(brick::out<double, 3> result, brick::in<double, 3> u, const std::array<double, 3>& wind, double diffusion) {
  const double advected = wind[0] * first(u(-2, 0, 0), u(-1, 0, 0), u(1, 0, 0), u(2, 0, 0)) +
                          wind[1] * first(u(0, -2, 0), u(0, -1, 0), u(0, 1, 0), u(0, 2, 0)) +
                          wind[2] * first(u(0, 0, -2), u(0, 0, -1), u(0, 0, 1), u(0, 0, 2));
  const double spread = second(u(-2, 0, 0), u(-1, 0, 0), u(0, 0, 0), u(1, 0, 0), u(2, 0, 0)) +
                        second(u(0, -2, 0), u(0, -1, 0), u(0, 0, 0), u(0, 1, 0), u(0, 2, 0)) +
                        second(u(0, 0, -2), u(0, 0, -1), u(0, 0, 0), u(0, 0, 1), u(0, 0, 2));
  result(0, 0, 0) = diffusion * spread - advected;
}

/// u + a k1
[[brick::stencil]]
void predict(brick::out<double, 3> result, brick::in<double, 3> u, brick::in<double, 3> k1, double a) {
  result(0, 0, 0) = u(0, 0, 0) + a * k1(0, 0, 0);
}

/// u + a k1 + b k2
[[brick::stencil]]
void predict2(brick::out<double, 3> result, brick::in<double, 3> u, brick::in<double, 3> k1, brick::in<double, 3> k2,
              double a, double b) {
  result(0, 0, 0) = u(0, 0, 0) + a * k1(0, 0, 0) + b * k2(0, 0, 0);
}

/// u += (k1 + 4 k2 + k3) / 6
[[brick::stencil]]
void combine(brick::inout<double, 3> u, brick::in<double, 3> k1, brick::in<double, 3> k2, brick::in<double, 3> k3) {
  u(0, 0, 0) += (k1(0, 0, 0) + 4 * k2(0, 0, 0) + k3(0, 0, 0)) / 6;
}

[[brick::step]]
void advance(brick::field<double, 3>& u, const std::array<double, 3>& wind, double diffusion) {
  brick::field<double, 3> k1(u.grid(), "k1"), k2(u.grid(), "k2"), k3(u.grid(), "k3"), inner(u.grid(), "inner");
  brick::apply<rate>(k1, u, wind, diffusion);
  brick::apply<predict>(inner, u, k1, 0.5);
  brick::apply<rate>(k2, inner, wind, diffusion);
  brick::apply<predict2>(inner, u, k1, k2, -1.0, 2.0);
  brick::apply<rate>(k3, inner, wind, diffusion);
  brick::apply<combine>(u, k1, k2, k3);
}

/// A wave of smoke that comes with the wind: what it is at cell p and time t, in time steps, were there no walls.
[[brick::boundary]]
void inlet(brick::out<double, 3> u, brick::point<3> p, const std::array<double, 3>& angle,
           const std::array<double, 3>& wind, double diffusion, double t) {
  double phase = 0, decay = 0;
  for (int axis = 0; axis < 3; ++axis) {
    phase += angle[axis] * (static_cast<double>(p[axis]) - wind[axis] * t);
    decay += diffusion * angle[axis] * angle[axis];
  }
  u(0, 0, 0) = std::exp(-decay * t) * std::cos(phase);
}

/// The smoke goes on beyond the end as it came there: a parabola through the last three cells.
[[brick::boundary]]
void outlet(brick::out<double, 3> u, brick::in<double, 3> inside) {
  u(0, 0, 0) = 3 * (inside(-1, 0, 0) - inside(-2, 0, 0)) + inside(-3, 0, 0);
}

inline void open_ends(brick::field<double, 3>& u, const std::array<double, 3>& angle, const std::array<double, 3>& wind,
                      double diffusion, double t) {
  brick::apply_boundary<inlet>(u.grid().low(0), u, angle, wind, diffusion, t);
  brick::apply_boundary<outlet>(u.grid().high(0), u, u);
}

/// `advance` in a wind tunnel: the ends have the time of the stage.
[[brick::step]]
void blow(brick::field<double, 3>& u, const std::array<double, 3>& angle, const std::array<double, 3>& wind,
          double diffusion, double t) {
  brick::field<double, 3> k1(u.grid(), "k1"), k2(u.grid(), "k2"), k3(u.grid(), "k3"), inner(u.grid(), "inner");
  open_ends(u, angle, wind, diffusion, t);
  brick::apply<rate>(k1, u, wind, diffusion);
  brick::apply<predict>(inner, u, k1, 0.5);
  open_ends(inner, angle, wind, diffusion, t + 0.5);
  brick::apply<rate>(k2, inner, wind, diffusion);
  brick::apply<predict2>(inner, u, k1, k2, -1.0, 2.0);
  open_ends(inner, angle, wind, diffusion, t + 1);
  brick::apply<rate>(k3, inner, wind, diffusion);
  brick::apply<combine>(u, k1, k2, k3);
}

} // namespace smoke

namespace {

/// The problem for one time step; over a longer time `of` makes it many times larger.
struct motion {
  std::array<double, 3> wind{0.3, -0.2, 0.1};
  double diffusion = 0.05;

  [[nodiscard]] motion of(double share) const {
    return {{wind[0] * share, wind[1] * share, wind[2] * share}, diffusion * share};
  }
};

/// A plane wave exp(i angle . cell); L multiplies it by `symbol`, and so do the differences by `discrete_symbol`.
struct plane_wave {
  std::array<double, 3> angle; ///< the phase from one cell to the next

  plane_wave(const brick::index<3>& cells, const std::array<int, 3>& periods) {
    for (int axis = 0; axis < 3; ++axis)
      angle[axis] = 2 * std::numbers::pi * periods[axis] / static_cast<double>(cells[axis]);
  }

  [[nodiscard]] std::complex<double> symbol(const motion& m) const {
    std::complex<double> sum = 0;
    for (int axis = 0; axis < 3; ++axis)
      sum += std::complex(-m.diffusion * angle[axis] * angle[axis], -m.wind[axis] * angle[axis]);
    return sum;
  }
  [[nodiscard]] std::complex<double> discrete_symbol(const motion& m) const {
    std::complex<double> sum = 0;
    for (int axis = 0; axis < 3; ++axis) {
      const double a = angle[axis];
      sum += std::complex(m.diffusion * (32 * std::cos(a) - 2 * std::cos(2 * a) - 30) / 12,
                          -m.wind[axis] * (16 * std::sin(a) - 2 * std::sin(2 * a)) / 12);
    }
    return sum;
  }

  /// The real part of the wave with a complex amplitude.
  [[nodiscard]] auto times(std::complex<double> amplitude) const {
    return [*this, amplitude](const brick::point<3>& p) {
      double phase = std::arg(amplitude);
      for (int axis = 0; axis < 3; ++axis)
        phase += angle[axis] * static_cast<double>(p[axis]);
      return std::abs(amplitude) * std::cos(phase);
    };
  }
};

/// What one step of the method multiplies the wave by.
std::complex<double> growth(std::complex<double> z) { return 1.0 + z + z * z / 2.0 + z * z * z / 6.0; }

template <typename Start>
brick::field<double, 3> carry(const brick::runtime& runtime, const brick::index<3>& cells, const motion& m, Start start,
                              std::int64_t steps) {
  const auto grid = brick::grid_for<smoke::advance>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 3> u(grid, "u");
  u.fill(start);
  brick::run<smoke::advance>(steps, u, m.wind, m.diffusion);
  return u;
}

/// The wave of `wave` in a wind tunnel, after `steps` steps.
brick::field<double, 3> carry_open(const brick::runtime& runtime, const brick::index<3>& cells, const motion& m,
                                   const plane_wave& wave, std::int64_t steps) {
  const auto grid = brick::grid_for<smoke::blow>(
      runtime, {.cells = cells, .boundary = {brick::ghost, brick::periodic, brick::periodic}});
  brick::field<double, 3> u(grid, "u");
  u.fill(wave.times(1));
  double t = 0;
  const auto is_over = [&](std::int64_t done) {
    t = static_cast<double>(done);
    return done == steps;
  };
  brick::run_until<smoke::blow>(1, is_over, steps, u, wave.angle, m.wind, m.diffusion, t);
  return u;
}

void check_tunnel(const brick::runtime& runtime, examples::checker& checks) {
  examples::convergence found;
  for (const std::int64_t n : {12, 24, 48}) {
    const brick::index<3> cells{n, 12, 8};
    const plane_wave wave(cells, {1, 0, 0});
    const motion m{.wind = {0.3, -0.2, 0.1}, .diffusion = 0.6 / static_cast<double>(n)};
    const std::int64_t steps = 4 * n; // more than the wind takes through the tunnel
    const auto u = carry_open(runtime, cells, m, wave, steps);
    const auto exact = std::exp(static_cast<double>(steps) * wave.symbol(m));
    found.add(static_cast<double>(n), examples::largest_error(runtime, u, wave.times(exact)));
  }
  checks.order_at_least("wind tunnel", found, 2.8);
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}}) {
    const plane_wave wave(cells, {1, 1, 2});
    const auto u = carry(runtime, cells, motion{}, wave.times(1), 20);
    checks.at_most("wave of the scheme on " + examples::to_string(cells) + " cells",
                   examples::largest_error(runtime, u, wave.times(std::pow(growth(wave.discrete_symbol({})), 20))),
                   1e-13);
  }

  examples::convergence in_time;
  const brick::index<3> cells{8, 12, 16};
  const plane_wave wave(cells, {1, 2, 3});
  for (const std::int64_t steps : {8, 16, 32}) {
    const double time = 10; // times that of `motion`
    const motion m = motion{}.of(time / static_cast<double>(steps));
    const auto u = carry(runtime, cells, m, wave.times(1), steps);
    const auto exact = std::exp(wave.discrete_symbol(motion{}.of(time)));
    in_time.add(static_cast<double>(steps), examples::largest_error(runtime, u, wave.times(exact)));
  }
  checks.order_at_least("in time, for steps instead of cells", in_time, 2.8);

  examples::convergence in_space;
  for (const std::int64_t n : {12, 18, 24}) {
    const brick::index<3> box{n, n, n};
    const plane_wave long_wave(box, {1, 1, 1});
    const double share = 1.0 / 16; // of the time step: its error is far below that in space
    const std::int64_t steps = 4 * n;
    const auto u = carry(runtime, box, motion{}.of(share), long_wave.times(1), steps);
    const auto exact = std::exp(static_cast<double>(steps) * long_wave.symbol(motion{}.of(share)));
    in_space.add(static_cast<double>(n), examples::largest_error(runtime, u, long_wave.times(exact)));
  }
  checks.order_at_least("in space", in_space, 3.7);
  check_tunnel(runtime, checks);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  const plane_wave wave(options.cells, {1, 2, 1});
  const auto u = carry_open(runtime, options.cells, motion{}, wave, options.steps);
  const auto exact = std::exp(static_cast<double>(options.steps) * wave.symbol(motion{}));
  examples::print(runtime, "rk3: %s in a wind tunnel, largest error %.1e\n", examples::to_string(options).c_str(),
                  examples::largest_error(runtime, u, wave.times(exact)));
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
