// Baseline: the 7-point heat step as a plain OpenMP loop. SPDX-License-Identifier: MIT
#include "array.hpp"

static void sweep(double* __restrict next, const double* __restrict u, long n, long pitch, long plane) {
  const double k = 0.1;
#pragma omp parallel for schedule(static)
  for (long z = 0; z < n; ++z)
    for (long y = 0; y < n; ++y)
      for (long x = 0; x < n; ++x) {
        const double* c = u + z * plane + y * pitch + x;
        next[z * plane + y * pitch + x] =
            c[0] + k * (c[-plane] + c[plane] + c[-pitch] + c[pitch] + c[-1] + c[1] - 6 * c[0]);
      }
}

int main(int argc, char** argv) { return baseline::measure(argc, argv, 1, sweep); }
