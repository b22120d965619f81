// Baseline: the symmetric 125-point cube (10 coefficients) as a plain OpenMP loop. SPDX-License-Identifier: MIT
#include "array.hpp"

/// Which of the 10 coefficients belongs to an offset: the sorted absolute offsets (a >= b >= c), numbered.
static constexpr int coefficient(int dz, int dy, int dx) {
  int a = dz < 0 ? -dz : dz, b = dy < 0 ? -dy : dy, c = dx < 0 ? -dx : dx;
  if (a < b) { int t = a; a = b; b = t; }
  if (b < c) { int t = b; b = c; c = t; }
  if (a < b) { int t = a; a = b; b = t; }
  return a * (a + 1) * (a + 2) / 6 + b * (b + 1) / 2 + c;
}

static constexpr double c[10] = {0.1, 0.03, 0.02, 0.012, 0.007, 0.006, 0.005, 0.003, 0.002, 0.001};

static void sweep(double* __restrict next, const double* __restrict u, long n, long pitch, long plane) {
#pragma omp parallel for schedule(static)
  for (long z = 0; z < n; ++z)
    for (long y = 0; y < n; ++y)
#pragma omp simd
      for (long x = 0; x < n; ++x) {
        const double* p = u + z * plane + y * pitch + x;
        double sum = 0;
#pragma GCC unroll 5
        for (int dz = -2; dz <= 2; ++dz)
#pragma GCC unroll 5
          for (int dy = -2; dy <= 2; ++dy)
#pragma GCC unroll 5
            for (int dx = -2; dx <= 2; ++dx) sum += c[coefficient(dz, dy, dx)] * p[dz * plane + dy * pitch + dx];
        next[z * plane + y * pitch + x] = sum;
      }
}

int main(int argc, char** argv) { return baseline::measure(argc, argv, 2, sweep); }
