// The 3-D Burgers equation in conservative form, central differences on a staggered grid; u, v, w live on the low faces
// of axes 0, 1, 2. As in dsl-examples/burgers, whose comments say where each flux sits.
// SPDX-License-Identifier: MIT
#include "program.hpp"

using namespace bench;

/// Twice the average; the halves of both factors of a flux are in the coefficient `quarter_c`.
inline element twice_average(element a, element b) { return a + b; }
inline element square(element a) { return a * a; }

inline element laplacian(in q) {
  return q(-1, 0, 0) + q(1, 0, 0) + q(0, -1, 0) + q(0, 1, 0) + q(0, 0, -1) + q(0, 0, 1) - 6 * q(0, 0, 0);
}

inline element uu(in u, int i) { return square(twice_average(u(i, 0, 0), u(i + 1, 0, 0))); }
inline element vv(in v, int j) { return square(twice_average(v(0, j, 0), v(0, j + 1, 0))); }
inline element ww(in w, int k) { return square(twice_average(w(0, 0, k), w(0, 0, k + 1))); }
inline element uv(in u, in v, int i, int j) {
  return twice_average(u(i, j - 1, 0), u(i, j, 0)) * twice_average(v(i - 1, j, 0), v(i, j, 0));
}
inline element uw(in u, in w, int i, int k) {
  return twice_average(u(i, 0, k - 1), u(i, 0, k)) * twice_average(w(i - 1, 0, k), w(i, 0, k));
}
inline element vw(in v, in w, int j, int k) {
  return twice_average(v(0, j, k - 1), v(0, j, k)) * twice_average(w(0, j - 1, k), w(0, j, k));
}

[[brick::stencil]]
void momentum(out next_u, out next_v, out next_w, in u, in v, in w, element quarter_c, element d) {
  const element flux_u = uu(u, 0) - uu(u, -1) + uv(u, v, 0, 1) - uv(u, v, 0, 0) + uw(u, w, 0, 1) - uw(u, w, 0, 0);
  const element flux_v = uv(u, v, 1, 0) - uv(u, v, 0, 0) + vv(v, 0) - vv(v, -1) + vw(v, w, 0, 1) - vw(v, w, 0, 0);
  const element flux_w = uw(u, w, 1, 0) - uw(u, w, 0, 0) + vw(v, w, 1, 0) - vw(v, w, 0, 0) + ww(w, 0) - ww(w, -1);
  next_u(0, 0, 0) = u(0, 0, 0) - quarter_c * flux_u + d * laplacian(u);
  next_v(0, 0, 0) = v(0, 0, 0) - quarter_c * flux_v + d * laplacian(v);
  next_w(0, 0, 0) = w(0, 0, 0) - quarter_c * flux_w + d * laplacian(w);
}

[[brick::step]]
void advance(field& u, field& v, field& w, field& next_u, field& next_v, field& next_w, element quarter_c, element d) {
  brick::apply<momentum>(next_u, next_v, next_w, u, v, w, quarter_c, d);
  swap(u, next_u);
  swap(v, next_v);
  swap(w, next_w);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const arguments given = parse(argc, argv);
  auto grid = cube<advance>(runtime, given);
  field u(grid, "u"), v(grid, "v"), w(grid, "w"), next_u(grid, "next u"), next_v(grid, "next v"),
      next_w(grid, "next w");
  fill(u, given, 0, 0.2);
  fill(v, given, 1, 0.2);
  fill(w, given, 2, 0.2);
  const auto run = [&](long steps) {
    brick::run<advance>(steps, u, v, w, next_u, next_v, next_w, burgers_c / 4, burgers_d);
  };
  measure(runtime, given, run, u, v, w);
}
