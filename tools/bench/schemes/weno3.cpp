// Advection of psi by the wind (u, v, w): WENO of order 3 for u grad psi (Jiang and Peng, 2000).
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

/// Twice the slope at c times h, from the cells a, b, c, d along an axis, the wind blowing from a to d: the central
/// difference, less a part of the third difference that is the smaller the rougher the side of a is.
inline element weno(element a, element b, element c, element d, element small) {
  const element bend = b - 2 * c + d, upwind_bend = a - 2 * b + c;
  const element r = (small + upwind_bend * upwind_bend) / (small + bend * bend);
  return d - b - (bend - upwind_bend) / (1 + 2 * r * r);
}

inline element slope(element wind, element a, element b, element c, element d, element e, element small) {
  return wind > 0 ? weno(a, b, c, d, small) : -weno(e, d, c, b, small);
}

[[brick::stencil]]
void weno3(out next, in psi, in u, in v, in w, element half_c, element small) {
  const element dx = slope(u(0, 0, 0), psi(0, 0, -2), psi(0, 0, -1), psi(0, 0, 0), psi(0, 0, 1), psi(0, 0, 2), small);
  const element dy = slope(v(0, 0, 0), psi(0, -2, 0), psi(0, -1, 0), psi(0, 0, 0), psi(0, 1, 0), psi(0, 2, 0), small);
  const element dz = slope(w(0, 0, 0), psi(-2, 0, 0), psi(-1, 0, 0), psi(0, 0, 0), psi(1, 0, 0), psi(2, 0, 0), small);
  next(0, 0, 0) = psi(0, 0, 0) - half_c * (u(0, 0, 0) * dx + v(0, 0, 0) * dy + w(0, 0, 0) * dz);
}

[[brick::step]]
void advance(field& psi, field& next, const field& u, const field& v, const field& w, element half_c, element small) {
  brick::apply<weno3>(next, psi, u, v, w, half_c, small);
  swap(psi, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field psi(grid, "psi"), next(grid, "next"), u(grid, "u"), v(grid, "v"), w(grid, "w");
  fill(psi, given, 0, 1);
  fill(u, given, 1, 0);
  fill(v, given, 2, 0);
  fill(w, given, 3, 0);
  measure(
      runtime, given, [&](long steps) { brick::run<advance>(steps, psi, next, u, v, w, courant / 2, rough_from); },
      psi);
}
