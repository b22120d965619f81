// How many operations this machine does: SECONDS. Prints 10^9 a second, on single elements, a fused multiply-add
// counting as one. The larger of two rates, of multiply-adds alone and of as many additions beside them, since some
// processors add in units of their own.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "../problem.hpp"

using bench::element;

#if defined(__AVX512F__)
constexpr int vector_bytes = 64;
#elif defined(__AVX__)
constexpr int vector_bytes = 32;
#else
constexpr int vector_bytes = 16;
#endif
typedef element vector __attribute__((vector_size(vector_bytes)));

constexpr int chains = 10;        // independent ones: more than latency times units of today's processors
constexpr long repeats = 100'000; // of each operation, between looks at the clock

/// One round; returns something made of all results, so that none is left out.
template <bool Add> element work(element scale) {
  vector a[chains], b[chains];
  const vector factor = vector{} + scale, term = vector{} + (1 - scale);
  for (int c = 0; c < chains; ++c)
    a[c] = b[c] = vector{} + static_cast<element>(c);
  for (long i = 0; i < repeats; ++i)
    for (int c = 0; c < chains; ++c) {
      a[c] = a[c] * factor + term;
      if (Add) b[c] = b[c] + term;
    }
  element all = 0;
  for (int c = 0; c < chains; ++c)
    all += a[c][0] + b[c][0];
  return all;
}

/// 10^9 operations a second, of all threads.
template <bool Add> double rate_of_work(double seconds) {
  double rate = 0, results = 0;
#pragma omp parallel reduction(+ : rate, results)
  {
    results += work<Add>(element(0.5)); // wakes the units
    const auto begin = std::chrono::steady_clock::now();
    double passed = 0;
    long rounds = 0;
    for (; passed < seconds; ++rounds) {
      results +=
          work<Add>(static_cast<element>(0.9 + 1e-3 * static_cast<double>(rounds % 64))); // not the same twice in a row
      passed = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count();
    }
    const long lanes = vector_bytes / static_cast<long>(sizeof(element));
    rate = 1e-9 * static_cast<double>(rounds * repeats * chains * lanes * (Add ? 2 : 1)) / passed;
  }
  // What nobody looks at need not be computed.
  return std::isfinite(results) ? rate : 0;
}

int main(int argc, char** argv) {
  const double seconds = argc == 2 ? std::atof(argv[1]) : 0;
  if (seconds <= 0) return std::fprintf(stderr, "usage: %s SECONDS\n", argv[0]), 2;
  const double alone = rate_of_work<false>(seconds / 2), beside = rate_of_work<true>(seconds / 2);
  std::printf("%.3f\n", alone > beside ? alone : beside);
}
