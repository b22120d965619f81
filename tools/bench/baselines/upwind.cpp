// Baseline: advection by upwind differences of order 2.
// SPDX-License-Identifier: MIT
#include "program.hpp"
#include "star.hpp"

using namespace baseline;

/// Speed times twice the slope times h. Both signs of the wind need the same sum, of the cells on its side.
static inline element carried(element wind, element a, element b, element c, element d, element e) {
  const element near = wind > 0 ? b : d, far = wind > 0 ? a : e;
  return std::abs(wind) * (3 * c - 4 * near + far);
}

struct upwind {
  static constexpr std::size_t outputs = 1;
  static constexpr std::array<reach, 4> leading{{{2, 0}, {0, 0}, {0, 0}, {0, 0}}};
  element half_c;
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
    const element share = half_c;
#pragma omp simd
    for (long x = low; x < high; ++x)
      next[x] =
          r.here[x] - share * (carried(u[x], r.here[x - 2], r.here[x - 1], r.here[x], r.here[x + 1], r.here[x + 2]) +
                               carried(v[x], r.y[0][x], r.y[1][x], r.here[x], r.y[2][x], r.y[3][x]) +
                               carried(w[x], r.z[0][x], r.z[1][x], r.here[x], r.z[2][x], r.z[3][x]));
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return upwind{bench::courant / 2}; }, {1, 0, 0, 0});
}
