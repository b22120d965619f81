// A step with loops, branches, temporaries, reductions, regions and a boundary kernel; prints a hash of the bits of
// every field. SPDX-License-Identifier: MIT
#include "hash.hpp"

using brick::in;
using brick::out;
using brick::point;

[[brick::stencil]] void smooth(out<double, 2> next, in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}

[[brick::stencil]] double product(in<double, 2> a, in<double, 2> b, point<2> p) {
  return p[1] % 3 == 0 ? a(0, 0) * b(0, 0) : a(0, 0) * b(0, 1);
}

[[brick::stencil]] double slope(in<double, 2> u) { return std::abs(u(1, 0) - u(-1, 0)); }

[[brick::boundary]] void inlet(out<double, 2> u, in<double, 2> inside, point<2> p, double t) {
  u(0, 0) = 0.5 * inside(1, 0) + t * static_cast<double>(p[1] % 7);
}

constexpr auto least_distance = brick::associative([](double a, double b) { return a * a < b * b ? a : b; }, 1e300);

void sweep(brick::field<double, 2>& into, const brick::field<double, 2>& from, double k) {
  brick::apply<smooth>(into, from, k / 2);
}

void blow(const brick::grid<2>& grid, brick::face side, brick::field<double, 2>& u, double t) {
  if (side == grid.low(0)) brick::apply_boundary<inlet>(side, u, u, t);
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, const brick::box<2>& inside,
                             double t, bool twice, int rounds) {
  const auto grid = u.grid();
  const auto low = grid.low(0);
  for (const brick::face& side : {low, grid.high(1)})
    blow(grid, side, u, t);
  brick::apply_boundary<inlet>(next.grid().low(0), next, u, 2 * t);
  double k = 0.125, spread = t;
  for (int i = 0; i < 30; ++i) // text that would double each time
    spread = 0.5 * spread * spread + 0.25 * spread + 0.001;
  for (int i = 0; i < 2; ++i) {
    sweep(next, u, k * (i + 1));
    swap(u, next);
  }
  double total = brick::reduce<product>(brick::sum, u, next);
  if (twice) {
    brick::field<double, 2> middle(u.grid(), "middle");
    brick::apply<smooth>(middle, u, k);
    total += brick::reduce<slope>(brick::on(inside), brick::max, u);
    swap(u, middle);
    if (rounds > 3) return;
  }
  k = total > 0 ? 0.0625 : k;
  const double least = brick::reduce<product>(brick::on(brick::box<2>{{3, 5}, inside.high}), least_distance, u, u);
  brick::apply<smooth>(brick::on(brick::box<2>{{inside.low[0] + 1, 2}, {inside.high[0], 33}}), next, u, k);
  brick::apply<smooth>(brick::on(inside), u, next, least < 1 ? k : 0.03125 + spread);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(
      runtime, {.cells = {45, 71}, .boundary = {{brick::ghost, brick::neumann}, brick::periodic}});
  brick::field<double, 2> u(grid, "u"), next(grid, "next");
  u.fill([](point<2> p) { return 0.01 * static_cast<double>((p[0] * 31 + p[1] * 17) % 97); });
  for (int round = 0; round < 6; ++round) {
    brick::run<advance>(2, u, next, brick::box<2>{{7, 9}, {40, 70}}, 0.1 * round, round % 3 != 0, round);
    const double total = brick::reduce<product>(brick::sum, u, u);
    if (runtime.rank() == 0) std::printf("%a\n", total);
  }
  report("u", runtime, u);
  report("next", runtime, next);
}
