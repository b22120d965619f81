// SPDX-License-Identifier: MIT
// The 3-D viscous Burgers equation in conservative form (Pencil, SC20, eq. 5),
//
//   dU/dt + div(U U) = nu Laplacian U,     U = (u, v, w),
//
// by central differences on a staggered grid, in a periodic box. Each velocity component lives on the cell faces it
// crosses: in cell (i, j, k), whose low corner is at (i h, j h, k h), u is at the middle of the low x face, v of the
// low y face, w of the low z face. One stencil reads all three components and writes all three.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace burgers {

using component = brick::in<double, 3>;

inline double average(double a, double b) { return 0.5 * (a + b); }
inline double square(double a) { return a * a; }

inline double laplacian(component q) {
  return q(-1, 0, 0) + q(1, 0, 0) + q(0, -1, 0) + q(0, 1, 0) + q(0, 0, -1) + q(0, 0, 1) - 6 * q(0, 0, 0);
}

// Momentum fluxes. u u, v v and w w sit at cell centres; u v, u w and v w at the low edges of cell (i, j, k).
inline double uu(component u, int i) { return square(average(u(i, 0, 0), u(i + 1, 0, 0))); }
inline double vv(component v, int j) { return square(average(v(0, j, 0), v(0, j + 1, 0))); }
inline double ww(component w, int k) { return square(average(w(0, 0, k), w(0, 0, k + 1))); }
inline double uv(component u, component v, int i, int j) {
  return average(u(i, j - 1, 0), u(i, j, 0)) * average(v(i - 1, j, 0), v(i, j, 0));
}
inline double uw(component u, component w, int i, int k) {
  return average(u(i, 0, k - 1), u(i, 0, k)) * average(w(i - 1, 0, k), w(i, 0, k));
}
inline double vw(component v, component w, int j, int k) {
  return average(v(0, j, k - 1), v(0, j, k)) * average(w(0, j - 1, k), w(0, j, k));
}

/// An explicit Euler step; `c` is dt / h and `d` is nu dt / h^2.
[[brick::stencil]]
void momentum(brick::out<double, 3> next_u, brick::out<double, 3> next_v, brick::out<double, 3> next_w,
              brick::in<double, 3> u, brick::in<double, 3> v, brick::in<double, 3> w, double c, double d) {
  const double flux_u = uu(u, 0) - uu(u, -1) + uv(u, v, 0, 1) - uv(u, v, 0, 0) + uw(u, w, 0, 1) - uw(u, w, 0, 0);
  const double flux_v = uv(u, v, 1, 0) - uv(u, v, 0, 0) + vv(v, 0) - vv(v, -1) + vw(v, w, 0, 1) - vw(v, w, 0, 0);
  const double flux_w = uw(u, w, 1, 0) - uw(u, w, 0, 0) + vw(v, w, 1, 0) - vw(v, w, 0, 0) + ww(w, 0) - ww(w, -1);
  next_u(0, 0, 0) = u(0, 0, 0) - c * flux_u + d * laplacian(u);
  next_v(0, 0, 0) = v(0, 0, 0) - c * flux_v + d * laplacian(v);
  next_w(0, 0, 0) = w(0, 0, 0) - c * flux_w + d * laplacian(w);
}

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& v, brick::field<double, 3>& w,
             brick::field<double, 3>& next_u, brick::field<double, 3>& next_v, brick::field<double, 3>& next_w,
             double c, double d) {
  brick::apply<momentum>(next_u, next_v, next_w, u, v, w, c, d);
  swap(u, next_u);
  swap(v, next_v);
  swap(w, next_w);
}

} // namespace burgers

namespace {

/// An exact solution: an oblique wave that travels and decays. With U = (d0, d1, d2) f(s, t) and s = k . x, Burgers'
/// equation becomes g_t + g g_s = mu g_ss for g = 2 (d . k) f and mu = nu |k|^2, which the Cole-Hopf transformation
/// turns into the heat equation; g = speed + 2 mu a exp(-mu t) sin(s') / (1 + a exp(-mu t) cos(s')), s' = s - speed t.
class cole_hopf_wave {
public:
  static constexpr double viscosity = 0.02;

  /// One period of the wave on each axis; the box is 1 long on axis 0.
  explicit cole_hopf_wave(const brick::index<3>& cells) : h_(1 / static_cast<double>(cells[0])) {
    for (int axis = 0; axis < 3; ++axis) {
      wave_number_[axis] = 2 * std::numbers::pi / (static_cast<double>(cells[axis]) * h_);
      mu_ += viscosity * wave_number_[axis] * wave_number_[axis];
      dot_ += direction[axis] * wave_number_[axis];
    }
  }

  [[nodiscard]] double h() const { return h_; }

  /// The velocity component along `axis`, where the staggered grid keeps it, at time t.
  [[nodiscard]] auto velocity(int axis, double t) const {
    return [*this, axis, t](const brick::point<3>& p) {
      double s = 0;
      for (int b = 0; b < 3; ++b)
        s += wave_number_[b] * h_ * (static_cast<double>(p[b]) + (b == axis ? 0.0 : 0.5));
      const double speed = 2 * dot_ * mean, decay = 0.5 * std::exp(-mu_ * t), phase = s - speed * t;
      const double g = speed + 2 * mu_ * decay * std::sin(phase) / (1 + decay * std::cos(phase));
      return direction[axis] * g / (2 * dot_);
    };
  }

private:
  static constexpr std::array<double, 3> direction{1.0, 0.5, 0.25};
  static constexpr double mean = 0.1;

  double h_, mu_ = 0, dot_ = 0;
  std::array<double, 3> wave_number_{};
};

struct velocity {
  brick::field<double, 3> u, v, w;
};

constexpr double diffusion = 0.1; // nu dt / h^2: dt is proportional to h^2, so the scheme is of order 2 in h

double time_step(const cole_hopf_wave& wave) { return diffusion * wave.h() * wave.h() / wave.viscosity; }

/// The wave after `steps` steps.
velocity simulate(const brick::runtime& runtime, const brick::index<3>& cells, const cole_hopf_wave& wave,
                  std::int64_t steps) {
  const auto grid = brick::grid_for<burgers::advance>(runtime, {.cells = cells, .boundary = brick::periodic});
  velocity now{{grid, "u"}, {grid, "v"}, {grid, "w"}}, next{{grid, "next u"}, {grid, "next v"}, {grid, "next w"}};
  now.u.fill(wave.velocity(0, 0));
  now.v.fill(wave.velocity(1, 0));
  now.w.fill(wave.velocity(2, 0));
  brick::run<burgers::advance>(steps, now.u, now.v, now.w, next.u, next.v, next.w, time_step(wave) / wave.h(),
                               diffusion);
  return now;
}

double error(const brick::runtime& runtime, const velocity& now, const cole_hopf_wave& wave, double t) {
  return std::max({examples::largest_error(runtime, now.u, wave.velocity(0, t)),
                   examples::largest_error(runtime, now.v, wave.velocity(1, t)),
                   examples::largest_error(runtime, now.w, wave.velocity(2, t))});
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  examples::convergence found;
  for (const std::int64_t n : {8, 16, 24, 32}) {
    const brick::index<3> cells{n, n, n};
    const cole_hopf_wave wave(cells);
    const std::int64_t steps = n * n / 32; // the same time for every n
    const velocity now = simulate(runtime, cells, wave, steps);
    found.add(static_cast<double>(n), error(runtime, now, wave, static_cast<double>(steps) * time_step(wave)));
  }
  checks.order_at_least("travelling Cole-Hopf wave", found, 1.8);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  const cole_hopf_wave wave(options.cells);
  const velocity now = simulate(runtime, options.cells, wave, options.steps);
  const double t = static_cast<double>(options.steps) * time_step(wave);
  examples::print(runtime, "burgers: %s, time %.3f, largest error %.2e\n", examples::to_string(options).c_str(), t,
                  error(runtime, now, wave, t));
  examples::finish(runtime, options, now.u, now.v, now.w);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 100});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
