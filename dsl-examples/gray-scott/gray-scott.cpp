// SPDX-License-Identifier: MIT
// The Gray-Scott model: u feeds a reaction u + 2 v -> 3 v, both diffuse, and v is taken away,
//
//   du/dt = Du Laplacian u - u v^2 + feed (1 - u),
//   dv/dt = Dv Laplacian v + u v^2 - (feed + kill) v,
//
// by explicit Euler steps on a periodic sheet. One stencil reads both fields and writes both.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace gray_scott {

/// Lengths are in cells, times in steps.
struct model {
  double diffusion_u = 0.16, diffusion_v = 0.08;
  double feed = 0.055, kill = 0.062;
};

inline double laplacian(brick::in<double, 2> q) { return q(-1, 0) + q(1, 0) + q(0, -1) + q(0, 1) - 4 * q(0, 0); }

[[brick::stencil]]
void react(brick::out<double, 2> next_u, brick::out<double, 2> next_v, brick::in<double, 2> u, brick::in<double, 2> v,
           double diffusion_u, double diffusion_v, double feed, double kill) {
  const double reaction = u(0, 0) * v(0, 0) * v(0, 0);
  next_u(0, 0) = u(0, 0) + diffusion_u * laplacian(u) - reaction + feed * (1 - u(0, 0));
  next_v(0, 0) = v(0, 0) + diffusion_v * laplacian(v) + reaction - (feed + kill) * v(0, 0);
}

[[brick::step]]
void advance(brick::field<double, 2>& u, brick::field<double, 2>& v, brick::field<double, 2>& next_u,
             brick::field<double, 2>& next_v, double diffusion_u, double diffusion_v, double feed, double kill) {
  brick::apply<react>(next_u, next_v, u, v, diffusion_u, diffusion_v, feed, kill);
  swap(u, next_u);
  swap(v, next_v);
}

/// What there is of both at a cell.
[[brick::stencil]]
double matter(brick::in<double, 2> u, brick::in<double, 2> v) {
  return u(0, 0) + v(0, 0);
}

} // namespace gray_scott

namespace {

using gray_scott::model;

struct sheet {
  brick::grid<2> grid;
  brick::field<double, 2> u{grid, "u"}, v{grid, "v"}, next_u{grid, "next u"}, next_v{grid, "next v"};

  sheet(const brick::runtime& runtime, const brick::index<2>& cells)
      : grid(brick::grid_for<gray_scott::advance>(runtime, {.cells = cells, .boundary = brick::periodic})) {}

  void run(std::int64_t steps, const model& m) {
    brick::run<gray_scott::advance>(steps, u, v, next_u, next_v, m.diffusion_u, m.diffusion_v, m.feed, m.kill);
  }
  [[nodiscard]] double total() const { return brick::reduce<gray_scott::matter>(brick::sum, u, v); }
};

/// Where both keep their values: u v = feed + kill, feed (1 - u) = (feed + kill) v.
struct steady_state {
  double u, v;
  explicit steady_state(const model& m) {
    u = 0.5 * (1 - std::sqrt(1 - 4 * (m.feed + m.kill) * (m.feed + m.kill) / m.feed));
    v = (m.feed + m.kill) / u;
  }
};

/// A small wave of both fields around the steady state. In linear theory (Turing, 1952) one step multiplies its two
/// amplitudes by a matrix: here that of the scheme, so that only squares of the amplitudes are neglected.
struct ripple {
  std::array<double, 2> angle;           ///< the phase from one cell to the next
  std::array<double, 2> amplitude{1, 0}; ///< of u and v

  ripple(const brick::index<2>& cells, const std::array<int, 2>& periods) {
    for (int axis = 0; axis < 2; ++axis)
      angle[axis] = 2 * std::numbers::pi * periods[axis] / static_cast<double>(cells[axis]);
  }

  void step(const model& m) {
    const steady_state rest(m);
    const double laplacian = 2 * std::cos(angle[0]) + 2 * std::cos(angle[1]) - 4;
    const double uu = 1 + m.diffusion_u * laplacian - rest.v * rest.v - m.feed, uv = -2 * rest.u * rest.v;
    const double vu = rest.v * rest.v, vv = 1 + m.diffusion_v * laplacian + 2 * rest.u * rest.v - m.feed - m.kill;
    amplitude = {uu * amplitude[0] + uv * amplitude[1], vu * amplitude[0] + vv * amplitude[1]};
  }

  /// `rest` plus the wave of field 0 (u) or 1 (v), made `scale` high.
  [[nodiscard]] auto around(double rest, int which, double scale) const {
    return [*this, rest, which, scale](const brick::point<2>& p) {
      return rest + scale * amplitude[which] *
                        std::cos(angle[0] * static_cast<double>(p[0]) + angle[1] * static_cast<double>(p[1]));
    };
  }
};

/// A ripple follows linear theory; returns by how much it has grown.
double check_ripple(const brick::runtime& runtime, examples::checker& checks, const std::string& what,
                    const std::array<int, 2>& periods) {
  const brick::index<2> cells{48, 64};
  const double scale = 1e-8;
  const std::int64_t steps = 400;
  const model m;
  const steady_state rest(m);
  ripple wave(cells, periods);
  sheet s(runtime, cells);
  s.u.fill(wave.around(rest.u, 0, scale));
  s.v.fill(wave.around(rest.v, 1, scale));
  s.run(steps, m);
  for (std::int64_t i = 0; i < steps; ++i)
    wave.step(m);
  const double error = std::max(examples::largest_error(runtime, s.u, wave.around(rest.u, 0, scale)),
                                examples::largest_error(runtime, s.v, wave.around(rest.v, 1, scale)));
  checks.at_most(what + ", distance to linear theory, relative to its first height", error / scale, 1e-3);
  return std::hypot(wave.amplitude[0], wave.amplitude[1]);
}

/// A few drops of v on a sheet of u; the squares repeat every 64 cells.
double drop(const brick::point<2>& p) {
  const auto inside = [](std::int64_t cell, std::int64_t low) { return cell % 64 >= low && cell % 64 < low + 10; };
  return (inside(p[0], 8) && inside(p[1], 12)) || (inside(p[0], 40) && inside(p[1], 30)) ? 1.0 : 0.0;
}

void start(sheet& s) {
  s.u.fill([](const brick::point<2>& p) { return 1 - 0.5 * drop(p); });
  s.v.fill([](const brick::point<2>& p) { return 0.25 * drop(p); });
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  for (const brick::index<2>& cells : {brick::index<2>{8, 8}, brick::index<2>{17, 40}}) {
    const std::string size = " on " + examples::to_string(cells) + " cells";
    const steady_state rest(model{});
    sheet s(runtime, cells);
    s.u.fill(rest.u);
    s.v.fill(rest.v);
    s.run(20, model{});
    checks.at_most("steady state" + size,
                   examples::largest_error(runtime, s.v, [&](const brick::point<2>&) { return rest.v; }), 1e-14);
  }
  const double straight = check_ripple(runtime, checks, "ripple of 5 periods", {0, 5});
  const double oblique = check_ripple(runtime, checks, "oblique ripple", {4, 3});
  const double wide = check_ripple(runtime, checks, "ripple of 2 periods", {0, 2});
  const double fine = check_ripple(runtime, checks, "ripple of 20 periods", {20, 0});
  checks.holds("only waves of a middling length grow: Turing's instability",
               straight > 10 && oblique > 10 && wide < 0.5 && fine < 0.5);
  const brick::index<2> cells{48, 64};
  sheet closed(runtime, cells);
  start(closed);
  const double before = closed.total();
  closed.run(200, {.feed = 0, .kill = 0});
  checks.at_most("without feed and kill nothing is lost, relative change", std::abs(closed.total() / before - 1),
                 1e-13);
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<2>& options) {
  sheet s(runtime, options.cells);
  start(s);
  s.run(options.steps, model{});
  examples::print(runtime, "gray-scott: %s, mean of u + v %.6f\n", examples::to_string(options).c_str(),
                  s.total() / static_cast<double>(options.cells[0] * options.cells[1]));
  examples::finish(runtime, options, s.v, s.u);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<2>(runtime, argc, argv, {.cells = {256, 256}, .steps = 4000});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
