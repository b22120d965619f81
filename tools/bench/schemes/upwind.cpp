// Advection of psi by the wind (u, v, w): upwind differences of order 2.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

/// Twice the slope times h, from the side the wind comes from; the values are those at -2 to 2 along an axis.
inline element slope(element wind, element a, element b, element c, element d, element e) {
  return wind > 0 ? 3 * c - 4 * b + a : 4 * d - 3 * c - e;
}

[[brick::stencil]]
void upwind(out next, in psi, in u, in v, in w, element half_c) {
  const element dx = slope(u(0, 0, 0), psi(0, 0, -2), psi(0, 0, -1), psi(0, 0, 0), psi(0, 0, 1), psi(0, 0, 2));
  const element dy = slope(v(0, 0, 0), psi(0, -2, 0), psi(0, -1, 0), psi(0, 0, 0), psi(0, 1, 0), psi(0, 2, 0));
  const element dz = slope(w(0, 0, 0), psi(-2, 0, 0), psi(-1, 0, 0), psi(0, 0, 0), psi(1, 0, 0), psi(2, 0, 0));
  next(0, 0, 0) = psi(0, 0, 0) - half_c * (u(0, 0, 0) * dx + v(0, 0, 0) * dy + w(0, 0, 0) * dz);
}

[[brick::step]]
void advance(field& psi, field& next, const field& u, const field& v, const field& w, element half_c) {
  brick::apply<upwind>(next, psi, u, v, w, half_c);
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
  measure(runtime, given, [&](long steps) { brick::run<advance>(steps, psi, next, u, v, w, courant / 2); }, psi);
}
