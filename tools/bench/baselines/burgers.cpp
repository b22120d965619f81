// Baseline: the 3-D Burgers equation on a staggered grid; see the scheme for where the fluxes are.
// SPDX-License-Identifier: MIT
//
// Fluxes shared by neighbouring cells are computed for each: two additions and a multiplication of rows that are loaded
// anyway, which take less time than a store and a load. Halves of averages are in the coefficient.
#include "program.hpp"

using namespace baseline;

/// Rows of one component: (z, y), and those next to it, l for low and h for high.
struct component_rows {
  const element *here, *lz, *hz, *ly, *hy;

  void find(const field& q, long z, long y) {
    here = q.row(z, y);
    lz = q.row(z - 1, y);
    hz = q.row(z + 1, y);
    ly = q.row(z, y - 1);
    hy = q.row(z, y + 1);
  }
  /// d times the Laplacian, and the cell itself.
  element diffused(long x, element rest, element d) const {
    return rest * here[x] + d * (lz[x] + hz[x] + (ly[x] + hy[x]) + (here[x - 1] + here[x + 1]));
  }
};

struct burgers {
  static constexpr std::size_t outputs = 3;
  static constexpr std::array<reach, 3> leading{{{1, 0}, {1, 0}, {1, 0}}};
  element quarter_c, diffusion;
  component_rows rows[3]{};
  const element *u_corner{}, *v_corner{}; // u at (z + 1, y - 1), v at (z - 1, y + 1)

  void block(inputs, long, long) {}
  [[gnu::noinline]] void row(inputs in, long z, long y) {
    for (int f = 0; f < 3; ++f)
      rows[f].find(*in[f], z, y);
    u_corner = in[0]->row(z + 1, y - 1);
    v_corner = in[1]->row(z - 1, y + 1);
  }
  [[gnu::noinline]] void cells(baseline::outputs out, long low, long high) const {
    element *next_u = out[0], *next_v = out[1], *next_w = out[2];
    const component_rows u = rows[0], v = rows[1], w = rows[2];
    const element *uc = u_corner, *vc = v_corner;
    const element c = quarter_c, d = diffusion, rest = 1 - 6 * diffusion;
#pragma omp simd
    for (long x = low; x < high; ++x) {
      const element u0 = u.here[x], v0 = v.here[x], w0 = w.here[x];
      const element uv00 = (u.ly[x] + u0) * (v.lz[x] + v0);
      const element uv01 = (u0 + u.hy[x]) * (vc[x] + v.hy[x]);
      const element uv10 = (uc[x] + u.hz[x]) * (v0 + v.hz[x]);
      const element uw00 = (u.here[x - 1] + u0) * (w.lz[x] + w0);
      const element uw01 = (u0 + u.here[x + 1]) * (w.lz[x + 1] + w.here[x + 1]);
      const element uw10 = (u.hz[x - 1] + u.hz[x]) * (w0 + w.hz[x]);
      const element vw00 = (v.here[x - 1] + v0) * (w.ly[x] + w0);
      const element vw01 = (v0 + v.here[x + 1]) * (w.ly[x + 1] + w.here[x + 1]);
      const element vw10 = (v.hy[x - 1] + v.hy[x]) * (w0 + w.hy[x]);
      const element u_high = u0 + u.hz[x], u_low = u.lz[x] + u0;
      const element v_high = v0 + v.hy[x], v_low = v.ly[x] + v0;
      const element w_high = w0 + w.here[x + 1], w_low = w.here[x - 1] + w0;
      // A difference of squares, as a product: one multiplication less.
      const element flux_u = (u_high - u_low) * (u_high + u_low) + (uv01 - uv00) + (uw01 - uw00);
      const element flux_v = (uv10 - uv00) + (v_high - v_low) * (v_high + v_low) + (vw01 - vw00);
      const element flux_w = (uw10 - uw00) + (vw10 - vw00) + (w_high - w_low) * (w_high + w_low);
      next_u[x] = u.diffused(x, rest, d) - c * flux_u;
      next_v[x] = v.diffused(x, rest, d) - c * flux_v;
      next_w[x] = w.diffused(x, rest, d) - c * flux_w;
    }
  }
};

int main(int argc, char** argv) {
  return run(argc, argv, [](long) { return burgers{bench::burgers_c / 4, bench::burgers_d}; }, {0.2, 0.2, 0.2});
}
