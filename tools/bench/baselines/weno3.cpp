// Baseline: advection by WENO of order 3.
// SPDX-License-Identifier: MIT
#include "program.hpp"
#include "star.hpp"

using namespace baseline;

/// Speed times twice the slope times h. The cells on the wind's side are chosen before anything is computed of them,
/// and the weight 1 / (1 + 2 (p / q)^2) is written with one division. What neighbours could share, p and q, costs less
/// to compute again than to keep in a row buffer.
static inline element carried(element wind, element a, element b, element c, element d, element e, element small) {
  const element near = wind > 0 ? b : d, far = wind > 0 ? a : e;
  const element bend = b + d - 2 * c, upwind_bend = far + c - 2 * near;
  const element p = small + upwind_bend * upwind_bend, q = small + bend * bend;
  return wind * (d - b) - std::abs(wind) * ((bend - upwind_bend) * (q * q) / (q * q + 2 * (p * p)));
}

struct weno3 {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 4> leading{{{2, 0}, {0, 0}, {0, 0}, {0, 0}}};
  element half_c, small;
  star_rows rows{};
  std::array<const element*, 3> wind{};

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    rows.find(*in[0], z, y);
    for (std::size_t axis = 0; axis < 3; ++axis)
      wind[axis] = in[1 + axis]->row(z, y);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element* next = out[0];
    const star_rows r = rows;
    const element *u = wind[0], *v = wind[1], *w = wind[2];
    const element share = half_c, s = small;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] =
          r.here[x] - share * (carried(u[x], r.here[x - 2], r.here[x - 1], r.here[x], r.here[x + 1], r.here[x + 2], s) +
                               carried(v[x], r.y[0][x], r.y[1][x], r.here[x], r.y[2][x], r.y[3][x], s) +
                               carried(w[x], r.z[0][x], r.z[1][x], r.here[x], r.z[2][x], r.z[3][x], s));
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return weno3{bench::courant / 2, bench::rough_from}; }, {1, 0, 0, 0});
}
