// What the baselines share: an array with a halo and a clock that reports throughput. SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>

namespace baseline {

/// An n^3 array with `halo` cells around it, rows padded to whole cache lines, touched first by the thread that computes.
struct array {
  long n, halo, pitch, plane;
  std::unique_ptr<double[], decltype(&std::free)> data;

  array(long n, long halo)
      : n(n), halo(halo), pitch((n + 2 * halo + 15) / 8 * 8), plane(pitch * (n + 2 * halo)),
        data(static_cast<double*>(std::aligned_alloc(4096, (plane * (n + 2 * halo) * 8 + 8191) / 4096 * 4096)),
             &std::free) {
    const long cells = n + 2 * halo;
#pragma omp parallel for schedule(static)
    for (long z = 0; z < cells; ++z)
      for (long i = 0; i < plane; ++i) data[z * plane + i] = 1e-3 * ((z * 7 + i) % 101);
  }
  /// Cell (0, 0, 0).
  double* origin() { return data.get() + halo * (plane + pitch + 1); }
};

/// Runs `sweep(next, u)` with exchanged roles, `steps` times after as many warm-up steps; prints GCells/s.
template <class Sweep> int measure(int argc, char** argv, long halo, Sweep&& sweep) {
  if (argc != 3) return std::fprintf(stderr, "usage: %s CELLS STEPS\n", argv[0]), 2;
  const long n = std::atol(argv[1]), steps = std::atol(argv[2]);
  if (n < 1 || steps < 1) return std::fprintf(stderr, "%s: CELLS and STEPS must be positive\n", argv[0]), 2;
  array a(n, halo), b(n, halo);
  double* u = a.origin();
  double* next = b.origin();
  std::chrono::steady_clock::time_point start;
  for (long step = -steps; step < steps; ++step) {
    if (step == 0) start = std::chrono::steady_clock::now();
    sweep(next, u, n, a.pitch, a.plane);
    std::swap(u, next);
  }
  const double seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
  std::printf("%.4f\n", 1e-9 * double(n) * double(n) * double(n) * double(steps) / seconds);
  return u[0] == 12345.0; // keeps the result alive
}

} // namespace baseline
