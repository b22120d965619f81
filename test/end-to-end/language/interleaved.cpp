// Acoustic waves with interleaved fields, whose bits must be those of fields with storages of their own; prints hashes.
// SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <stdexcept>

using brick::in;
using brick::inout;
using brick::out;
using brick::point;

[[brick::stencil]] void accelerate(out<double, 2> vx, out<double, 2> vy, in<double, 2> old_vx, in<double, 2> old_vy,
                                   in<double, 2> pressure, double k) {
  vx(0, 0) = old_vx(0, 0) - k * (pressure(1, 0) - pressure(0, 0));
  vy(0, 0) = old_vy(0, 0) - k * (pressure(0, 1) - pressure(0, 0));
}

[[brick::stencil]] void compress(out<double, 2> pressure, in<double, 2> old, in<double, 2> vx, in<double, 2> vy,
                                 in<float, 2> speed, double k) {
  pressure(0, 0) = old(0, 0) - speed(0, 0) * k * (vx(0, 0) - vx(-1, 0) + vy(0, 0) - vy(0, -1));
}

[[brick::stencil]] void damp(inout<double, 2> pressure, double k) { pressure(0, 0) *= k; }

[[brick::stencil]] double energy(in<double, 2> p, in<double, 2> vx, in<double, 2> vy) {
  return p(0, 0) * p(0, 0) + vx(0, 0) * vx(0, 0) + vy(0, 0) * vy(0, 0);
}

[[brick::boundary]] void piston(out<double, 2> vx, in<double, 2> pressure, point<2> p, double t) {
  vx(0, 0) = t * static_cast<double>(p[1] % 5) - 0.25 * pressure(1, 0);
}

[[brick::step]] void advance(brick::field<double, 2>& p, brick::field<double, 2>& vx, brick::field<double, 2>& vy,
                             brick::field<double, 2>& next_p, brick::field<double, 2>& next_vx,
                             brick::field<double, 2>& next_vy, const brick::field<float, 2>& speed, double t) {
  brick::apply_boundary<piston>(vx.grid().low(0), vx, p, t);
  brick::apply_boundary<piston>(next_vx.grid().low(0), next_vx, p, t);
  brick::apply<accelerate>(next_vx, next_vy, vx, vy, p, 0.25);
  brick::apply<compress>(next_p, p, next_vx, next_vy, speed, 0.25);
  brick::apply<damp>(brick::on(brick::box<2>{{3, 11}, {30, 50}}), next_p, 0.97);
  swap(p, next_p);
  swap(vx, next_vx);
  swap(vy, next_vy);
}

/// Runs twelve steps, with the group that the fields come from only there to hold them.
template <class Fields>
void simulate(const char* name, const brick::runtime& runtime, Fields& now, Fields& next,
              const brick::field<float, 2>& speed) {
  now[0].fill([](point<2> p) { return 0.01 * static_cast<double>((p[0] * 31 + p[1] * 17) % 97); });
  for (int round = 0; round < 4; ++round) {
    brick::run<advance>(3, now[0], now[1], now[2], next[0], next[1], next[2], speed, 0.1 * round);
    const double total = brick::reduce<energy>(brick::sum, now[0], now[1], now[2]);
    if (runtime.rank() == 0) std::printf("%a\n", total);
  }
  for (int i = 0; i < 3; ++i)
    report(name, runtime, now[i]);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {45, 71}, .boundary = {brick::neumann, brick::periodic}});
  brick::field<float, 2> speed(grid, "speed");
  speed.fill([](point<2> p) { return p[0] < 20 ? 1.0F : 0.5F; });
  const brick::field_options<2> walls{.boundary = {{brick::ghost, brick::dirichlet(0)}, brick::periodic}};

  brick::interleaved<double, 2> now(grid, {"p", {"vx", walls}, "vy"}), next(grid, {"p'", {"vx'", walls}, "vy'"});
  simulate("q", runtime, now, next, speed);

  std::vector<brick::field<double, 2>> own, own_next;
  for (auto* fields : {&own, &own_next}) {
    fields->emplace_back(grid, "p");
    fields->emplace_back(grid, "vx", walls);
    fields->emplace_back(grid, "vy");
  }
  simulate("q", runtime, own, own_next, speed);
  for (std::size_t i = 0; i < 3; ++i)
    if (now[i].gather() != own[i].gather()) throw std::runtime_error("interleaved fields have other values");
}
