// One step that uses much of the language; prints a hash of the bits of every field. SPDX-License-Identifier: MIT
#include "hash.hpp"
#include "kernels.hpp"

using brick::in;
using brick::inout;
using brick::out;
using brick::point;

struct Clip {
  float operator()(double value) const { return value > 1 ? 1.0f : value < -1 ? -1.0f : static_cast<float>(value); }
};

/// Bit operations, shifts, division and remainder, some by values that are zero or overflow in cells that no one uses.
[[brick::stencil]] void mix(out<int, 2> next, inout<std::int64_t, 2> state, in<int, 2> mask, point<2> p, int seed) {
  int value = (mask(0, 0) << 3) ^ mask(1, -1) >> 1;
  if (mask(0, 1) != 0) value += 1000 / mask(0, 1) - seed % mask(0, 1);
  switch (mask(0, 0) & 3) {
  case 0:
    value = ~value;
    break;
  case 1:
    value |= 0x40;
    [[fallthrough]];
  case 2:
    value -= static_cast<int>(p[1] % 5);
    break;
  default:
    break;
  }
  state(0, 0) = (state(0, 0) ^ value) + (p[0] << 20) + p[1];
  next(0, 0) = static_cast<int>(state(0, 0) & 0xff) - 128;
}

/// Cells that are not written keep their old value.
[[brick::stencil]] void erode(out<double, 2> next, in<double, 2> u, in<float, 2> f, in<int, 2> mask,
                              const point<2>& p) {
  if (p[0] == 0) return;
  auto slope = [&](int axis) { return axis == 0 ? u(1, 0) - u(-1, 0) : u(0, 1) - u(0, -1); };
  double least = 1e9;
  for (int axis = 0; axis < 2; ++axis) {
    if (mask(0, axis) > 100) break;
    least = std::min(least, std::abs(slope(axis)));
  }
  for (int i = 0; i < 3 && least > 0.6; ++i)
    least *= i == 1 && f(0, 0) > 0.5 ? 0.25 : 0.75;
  if (least < 0.5)
    next(0, 0) = u(0, 0) - 0.25 * least * f(0, 0);
  else if (mask(0, 0) > 5)
    return;
  else
    next(0, 0) = 0.5 * u(0, 0);
  next(0, 0) -= 0.0625 * next(0, 0); // written wherever that is reached
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& v, brick::field<float, 2>& f,
                             brick::field<int, 2>& mask, brick::field<int, 2>& other,
                             brick::field<std::int64_t, 2>& state) {
  brick::apply<shared::smooth>(v, u, 0.125);
  brick::apply<shared::spread<3, Clip>>(f, v, mask);
  brick::apply<mix>(other, state, mask, 7919);
  brick::apply<erode>(u, v, f, mask);
  swap(u, v);
  swap(mask, other);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid =
      brick::grid_for<advance>(runtime, {.cells = {45, 71}, .boundary = {brick::dirichlet(0), brick::periodic}});
  brick::field<double, 2> u(grid, "u"), v(grid, "v");
  brick::field<float, 2> f(grid, "f");
  brick::field<int, 2> mask(grid, "mask"), other(grid, "other");
  brick::field<std::int64_t, 2> state(grid, "state");
  u.fill([](point<2> p) { return 0.01 * static_cast<double>((p[0] * 31 + p[1] * 17) % 97); });
  v.fill(0);
  f.fill(0);
  mask.fill([](point<2> p) { return static_cast<int>((p[0] * 13 + p[1] * 7) % 11); });
  other.fill(0);
  state.fill([](point<2> p) { return p[0] * 1000 + p[1]; });
  brick::run<advance>(5, u, v, f, mask, other, state);
  report("u", runtime, u);
  report("v", runtime, v);
  report("f", runtime, f);
  report("mask", runtime, mask);
  report("state", runtime, state);
}
