// How fast this machine copies: BYTES SECONDS, the bytes of both arrays together. Prints GB/s, read and written bytes
// counted once each, with streaming stores and with cached ones.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <omp.h>

#include "../baselines/field.hpp"

using namespace baseline;

/// Copies `elements` again and again for about `seconds`, each thread its part; returns GB/s.
static double rate_of_copies(element* to, const element* from, long elements, bool streaming, double seconds) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto since = [&](auto begin) { return std::chrono::duration<double>(now() - begin).count(); };
  long copies = 0;
  auto begin = now();
  bool go_on = true;
#pragma omp parallel
  for (long i = -1; go_on; ++i) { // the first copy is not counted
    const long threads = omp_get_num_threads(), thread = omp_get_thread_num(), lines = elements / line;
    const long low = lines * thread / threads * line, high = lines * (thread + 1) / threads * line;
    if (streaming)
      stream(to + low, from + low, high - low);
    else
      std::copy(from + low, from + high, to + low);
    if (streaming) end_of_streaming();
#pragma omp barrier
#pragma omp single
    {
      if (i < 0) begin = now();
      copies = i + 1;
      go_on = i < 1 || since(begin) < seconds;
    }
  }
  return 2e-9 * static_cast<double>(copies) * static_cast<double>(elements * static_cast<long>(sizeof(element))) /
         since(begin);
}

int main(int argc, char** argv) {
  const double bytes = argc == 3 ? std::atof(argv[1]) : 0, seconds = argc == 3 ? std::atof(argv[2]) : 0;
  if (bytes < 4096 || seconds <= 0) return std::fprintf(stderr, "usage: %s BYTES SECONDS\n", argv[0]), 2;
  const long elements = static_cast<long>(bytes / 2) / static_cast<long>(sizeof(element)) / line * line;
  const memory from = allocate(elements), to = allocate(elements + 9 * line);
  element* target = to.get() + 9 * line; // not at the same place modulo 4 KiB
#pragma omp parallel for schedule(static)
  for (long i = 0; i < elements; ++i)
    target[i] = from[i] = 1;
  const double streamed = rate_of_copies(target, from.get(), elements, true, seconds / 2);
  const double cached = rate_of_copies(target, from.get(), elements, false, seconds / 2);
  std::printf("%.3f %.3f\n", streamed, cached);
}
