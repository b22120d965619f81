// Boundary kernels that brickc compiles, and some that run as they are; prints a hash of the bits of every field.
// SPDX-License-Identifier: MIT
#include "hash.hpp"
#include <array>
#include <cmath>

using brick::in;
using brick::inout;
using brick::out;
using brick::point;

struct gas {
  double gamma = 1.4;
  int kind = 2;
};

constexpr int rows = 37, columns = 53;

// One kernel for four sides: at each it reads what it may not read at others.
[[brick::boundary]] void wall(out<double, 2> u, in<double, 2> v, point<2> p, double s) {
  const bool beside = p[1] < 0 || p[1] >= columns;
  if (p[0] < 0)
    u(0, 0) = s * v(1, 0) + std::sin(v(2, 0));
  else if (p[0] >= rows)
    u(0, 0) = s * v(-1, 0) - (beside ? 0.5 : 0.125 * v(-1, 1));
  else if (p[1] < 0)
    u(0, 0) = v(0, 1) - 0.25 * v(0, 2);
  else
    u(0, 0) = std::sqrt(std::abs(v(0, -1))) + 0.001 * static_cast<double>(p[0]);
}

// Two outputs of different types, of which one keeps some old values and the other depends on them.
[[brick::boundary]] void sometimes(inout<double, 2> u, inout<float, 2> f, in<float, 2> g, const point<2>& p, gas k,
                                   std::array<double, 2> t) {
  if ((p[0] + p[1]) % 3 == 0) u(0, 0) = t[1] * g(1, 0) * k.gamma;
  f(0, 0) += static_cast<float>(k.kind) * g(1, 0) + static_cast<float>(t[0]);
  if (u(0, 0) > 0.5) f(0, 0) -= 1;
}

// Reads along the layer itself, which has its old values.
template <int Inward> [[brick::boundary]] void smear(out<double, 2> u, in<double, 2> old, point<2> p) {
  const bool room = p[0] > 0 && p[0] + 1 < rows;
  u(0, 0) = 0.5 * old(0, Inward) + (room ? 0.25 * (old(-1, 0) + old(1, 0)) : 0.0);
}

double shift = 0.25; // what is no constant is for the user's function

[[brick::boundary]] void shifted(out<double, 2> u, in<double, 2> v) { u(0, 0) = v(0, -1) + shift; }

[[brick::boundary]] void count(out<std::int16_t, 2> n, in<std::uint8_t, 2> m) {
  n(0, 0) = static_cast<std::int16_t>(300 * m(-1, 0) / (2 * m(-2, 0) - 7));
}

[[brick::stencil]] void smooth(out<double, 2> next, in<double, 2> u, in<float, 2> f) {
  next(0, 0) = 0.5 * u(0, 0) + 0.1 * (u(-2, 0) + u(1, 0) + u(0, -1) + u(0, 2)) + 0.01 * f(-1, 0);
}

[[brick::stencil]] void spread(out<std::int16_t, 2> next, in<std::int16_t, 2> n, out<std::uint8_t, 2> m) {
  next(0, 0) = static_cast<std::int16_t>(n(0, 0) + n(1, 0) / 2);
  m(0, 0) = static_cast<std::uint8_t>(n(2, 0));
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, brick::field<float, 2>& f,
                             brick::field<float, 2>& g, double s, gas k) {
  const auto& grid = u.grid();
  for (int axis = 0; axis < 2; ++axis) {
    brick::apply_boundary<wall>(grid.low(axis), u, u, s);
    brick::apply_boundary<wall>(grid.high(axis), u, u, s);
  }
  brick::apply_boundary<smear<1>>(grid.low(1), u, u);
  brick::apply_boundary<smear<-1>>(grid.high(1), u, u);
  brick::apply_boundary<shifted>(grid.high(1), u, next);
  brick::apply_boundary<sometimes>(grid.low(0), next, f, g, k, std::array<double, 2>{s, 0.5});
  brick::apply<smooth>(next, u, f);
  swap(u, next);
  swap(f, g);
}

[[brick::step]] void numbers(brick::field<std::int16_t, 2>& n, brick::field<std::int16_t, 2>& next,
                             brick::field<std::uint8_t, 2>& m) {
  brick::apply_boundary<count>(n.grid().high(0), n, m);
  brick::apply<spread>(next, n, m);
  swap(n, next);
}

// One axis, whose layers are single cells.
[[brick::boundary]] void inflow(out<double, 1> u, point<1> p, double t) {
  u(0) = std::sin(t - 0.1 * static_cast<double>(p[0]));
}
[[brick::boundary]] void outflow(out<double, 1> u, in<double, 1> v) { u(0) = 3 * v(-1) - 3 * v(-2) + v(-3); }

[[brick::stencil]] void carry(out<double, 1> next, in<double, 1> u) {
  next(0) = u(0) - 0.25 * (u(0) - u(-1)) + 0.01 * u(2);
}

[[brick::step]] void transmit(brick::field<double, 1>& u, brick::field<double, 1>& next, double t) {
  brick::apply_boundary<inflow>(u.grid().low(0), u, t);
  brick::apply_boundary<outflow>(u.grid().high(0), u, u);
  brick::apply<carry>(next, u);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto plane =
      brick::grid_for<advance, numbers>(runtime, {.cells = {rows, columns}, .boundary = brick::ghost, .halo = {2, 2}});
  brick::field<double, 2> u(plane, "u"), next(plane, "next");
  brick::field<float, 2> f(plane, "f"), g(plane, "g");
  brick::field<std::int16_t, 2> n(plane, "n"), more(plane, "more");
  brick::field<std::uint8_t, 2> m(plane, "m");
  u.fill([](point<2> p) { return 0.01 * static_cast<double>((p[0] * 31 + p[1] * 17) % 97); });
  g.fill([](point<2> p) { return 0.1 * static_cast<double>((p[0] * 7 + p[1] * 5) % 13); });
  n.fill([](point<2> p) { return static_cast<std::int16_t>((p[0] * 19 + p[1] * 23) % 101); });
  m.fill([](point<2> p) { return static_cast<std::uint8_t>((p[0] + p[1]) % 11); });
  for (int round = 0; round < 4; ++round) {
    shift = 0.25 * round;
    brick::run<advance>(2, u, next, f, g, 0.75, gas{});
    brick::run<numbers>(2, n, more, m);
  }
  report("u", runtime, u);
  report("f", runtime, f);
  report("n", runtime, n);

  const auto line = brick::grid_for<transmit>(runtime, {.cells = {341}, .boundary = brick::ghost});
  brick::field<double, 1> wave(line, "wave"), moved(line, "moved");
  for (int round = 0; round < 20; ++round)
    brick::run<transmit>(1, wave, moved, 0.5 * round);
  report("wave", runtime, wave);
}
