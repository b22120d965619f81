// Structs, enumerations and arrays of arrays as parameters; prints a hash of the bits of every field.
// SPDX-License-Identifier: MIT
#include "hash.hpp"
#include <array>

using brick::in;
using brick::out;
using brick::point;

namespace {

enum class limiter : unsigned char { none, minmod };
enum direction { forward, backward };

struct spacing {
  double dx, dy;
};

struct parameters {
  double dt = 0.1;
  float nu = 0.25f;
  spacing h{0.5, 0.25};
  std::array<double, 3> weights{0.125, 0.25, 0.5};
  short powers[2] = {3, -2};
  limiter limited = limiter::minmod;
  bool damped = true;
  unsigned long long seed = 1ull << 63;
  std::uint32_t mask = 0xfffffff0u;

  parameters() = default;
  explicit parameters(double step) : dt(step) { weights[0] = step / 4; }
  constexpr double ratio() const { return dt / (h.dx * h.dx); }
};

using tensor = std::array<std::array<double, 2>, 2>;

} // namespace

/// The name of a parameter is that of another's member, as generated code spells it.
[[brick::stencil]] void diffuse(out<double, 2> next, in<double, 2> u, const parameters& p, point<2> at, limiter limited,
                                direction side, const tensor& t, double p_dt) {
  double sum = u(0, 0) + p.ratio() * p_dt * (p.weights[0] * u(-1, 0) + p.weights[1] * u(1, 0));
  if (limited == limiter::minmod) sum *= 0.5;
  if (p.limited == limiter::none) sum += 0.001 * static_cast<double>(at[1]);
  sum += 0.01 * (side == backward ? t[1][0] * u(0, 1) - t[0][1] * u(0, -1) : t[0][0] * u(0, 0));
  const parameters copy = p;
  next(0, 0) =
      copy.damped ? 0.25 * sum : 0.125 * sum + static_cast<double>((p.seed + p.mask) % 97) * p.powers[1] * p.nu;
}

[[brick::stencil]] void weigh(out<double, 2> next, in<double, 2> u, const std::array<double, 2>& w) {
  next(0, 0) = w[0] * u(0, 0) + w[1] * u(0, 1);
}

[[brick::stencil]] double inside(in<double, 2> u, point<2> at, brick::box<2> cells, spacing h) {
  return at[0] >= cells.low[0] && at[0] < cells.high[0] ? h.dx * u(0, 0) * h.dy : 0;
}

template <int Inwards>
[[brick::boundary]] void wall(out<double, 2> u, in<double, 2> field, const spacing& h, limiter limited) {
  u(0, 0) = h.dx * field(Inwards, 0) + h.dy * (limited == limiter::none ? field(Inwards, 1) : 1);
}

void twice(brick::field<double, 2>& u, brick::field<double, 2>& next, const parameters& p, limiter limited) {
  brick::apply<diffuse>(next, u, p, limited, backward, tensor{{{1, 2}, {3, p.dt}}}, 0.5);
  brick::apply<diffuse>(u, next, p, limiter::none, forward, tensor{}, p.h.dy);
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, const parameters& p,
                             const tensor& t, direction side, limiter limited) {
  brick::apply_boundary<wall<1>>(u.grid().low(0), u, u, p.h, limited);
  brick::apply_boundary<wall<-1>>(u.grid().high(0), u, u, spacing{p.dt, 0.125}, limiter::none);
  if (p.damped) brick::apply<diffuse>(next, u, p, limited, side, t, 1.0);
  const double sum = brick::reduce<inside>(brick::sum, next, brick::box<2>{{3, 4}, {17, 30}}, p.h);
  parameters changed = p;
  changed.dt = sum > 1e3 ? p.dt * 0.5 : p.dt;
  changed.weights = {0.25, 0.125, p.nu};
  if (side == forward) changed.limited = limited;
  changed.seed += 3;
  changed.powers[1] = static_cast<short>(changed.powers[0] - changed.powers[1]);
  twice(next, u, changed, changed.limited);
  std::array<double, 2> w{0.5, p.dt}; // a table that the step makes
  for (const double more : {0.25, 0.125}) {
    w[1] *= more;
    brick::apply<weigh>(next, u, w);
    swap(u, next);
  }
  brick::apply<diffuse>(u, next, parameters(0.0625), limiter::none, side, t, p.weights[2]);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(
      runtime, {.cells = {45, 71}, .boundary = {{brick::ghost, brick::ghost}, brick::periodic}});
  brick::field<double, 2> u(grid, "u"), next(grid, "next");
  u.fill([](point<2> p) { return 0.01 * static_cast<double>((p[0] * 31 + p[1] * 17) % 97); });
  parameters p;
  const tensor t{{{0.1, 0.2}, {0.3, 0.4}}};
  for (const direction side : {forward, backward}) {
    p.damped = side == forward;
    brick::run<advance>(2, u, next, p, t, side, side == forward ? limiter::minmod : limiter::none);
    brick::apply<diffuse>(next, u, p, limiter::none, side, t, 0.75);
    const double sum = brick::reduce<inside>(brick::sum, next, brick::box<2>{{3, 4}, {17, 30}}, spacing{1, 2});
    if (runtime.rank() == 0) std::printf("%a\n", sum);
  }
  report("u", runtime, u);
  report("next", runtime, next);
}
