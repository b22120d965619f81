// How fast this machine moves data: BYTES SECONDS [READS WRITES]. Reads some arrays and writes others (1 and 1: a
// copy), BYTES in all; what is written is the sum of what is read. Prints GB/s, read and written bytes counted once
// each, with streaming stores and with cached ones.
// SPDX-License-Identifier: MIT
#include <chrono>
#include <cstdio>
#include <limits>
#include <omp.h>

#include "../baselines/field.hpp"

using namespace baseline;

constexpr int most_reads = 4, most_writes = 3;
constexpr long chunk = 8 * line; // elements of each array that are read before any is written

/// Arrays of equal size, none at the same place modulo 4 KiB as another.
class arrays {
public:
  arrays(int reads, int writes, long elements) : reads_(reads) {
    for (int i = 0; i < reads + writes; ++i) {
      memories_.push_back(allocate(elements + 9 * i * line));
      begins_.push_back(memories_.back().get() + 9 * i * line);
    }
#pragma omp parallel for schedule(static)
    for (long i = 0; i < elements; ++i)
      for (element* begin : begins_)
        begin[i] = 1;
  }

  /// How many elements move() is to be called for: a copy needs no buffer, and may have all of them.
  long at_once() const { return begins_.size() == 2 ? std::numeric_limits<long>::max() : chunk; }

  /// Moves `count` elements from `at` on; `buffer` has room for a chunk.
  void move(long at, long count, bool streaming, element* buffer) const {
    const element* values = sum(at, count, buffer);
    for (std::size_t i = static_cast<std::size_t>(reads_); i < begins_.size(); ++i)
      if (streaming)
        stream(begins_[i] + at, values, count);
      else
        std::copy(values, values + count, begins_[i] + at);
  }

private:
  /// What is written: the only array read, or the sum of several in `buffer`.
  const element* sum(long at, long count, element* buffer) const {
    switch (reads_) {
    case 2:
      return sum<2>(at, count, buffer);
    case 3:
      return sum<3>(at, count, buffer);
    case 4:
      return sum<4>(at, count, buffer);
    default:
      return begins_[0] + at;
    }
  }

  template <int Reads> const element* sum(long at, long count, element* buffer) const {
    const element* from[Reads];
    for (int k = 0; k < Reads; ++k)
      from[k] = begins_[k] + at;
#pragma omp simd
    for (long i = 0; i < count; ++i) {
      element all = from[0][i];
      for (int k = 1; k < Reads; ++k)
        all += from[k][i];
      buffer[i] = all;
    }
    return buffer;
  }

  int reads_;
  std::vector<memory> memories_;
  std::vector<element*> begins_; // those that are read come first
};

/// Moves `elements` of each array again and again for about `seconds`, each thread its part; returns rounds a second.
static double rate_of_rounds(const arrays& all, long elements, bool streaming, double seconds) {
  const auto now = [] { return std::chrono::steady_clock::now(); };
  const auto since = [&](auto begin) { return std::chrono::duration<double>(now() - begin).count(); };
  long rounds = 0;
  auto begin = now();
  bool go_on = true;
#pragma omp parallel
  {
    const long threads = omp_get_num_threads(), thread = omp_get_thread_num(), lines = elements / line;
    const long low = lines * thread / threads * line, high = lines * (thread + 1) / threads * line;
    const memory buffer = allocate(chunk);
    for (long i = -1; go_on; ++i) { // the first round is not counted
      for (long at = low, count; at < high; at += count) {
        count = std::min(all.at_once(), high - at);
        all.move(at, count, streaming, buffer.get());
      }
      if (streaming) end_of_streaming();
#pragma omp barrier
#pragma omp single
      {
        if (i < 0) begin = now();
        rounds = i + 1;
        go_on = i < 1 || since(begin) < seconds;
      }
    }
  }
  return static_cast<double>(rounds) / since(begin);
}

int main(int argc, char** argv) {
  const bool right = argc == 3 || argc == 5;
  const double bytes = right ? std::atof(argv[1]) : 0, seconds = right ? std::atof(argv[2]) : 0;
  const int reads = argc == 5 ? std::atoi(argv[3]) : 1, writes = argc == 5 ? std::atoi(argv[4]) : 1;
  if (bytes < 4096 || !(seconds > 0) || reads < 1 || reads > most_reads || writes < 1 || writes > most_writes)
    return std::fprintf(stderr, "usage: %s BYTES SECONDS [READS WRITES]: at least 4096, 1 to %d, 1 to %d\n", argv[0],
                        most_reads, most_writes),
           2;
  const int count = reads + writes;
  const long elements = static_cast<long>(bytes / count) / static_cast<long>(sizeof(element)) / line * line;
  const arrays all(reads, writes, elements);
  const double moved = 1e-9 * static_cast<double>(count * elements * static_cast<long>(sizeof(element)));
  const double streamed = moved * rate_of_rounds(all, elements, true, seconds / 2);
  const double cached = moved * rate_of_rounds(all, elements, false, seconds / 2);
  std::printf("%.6g %.6g\n", streamed, cached);
}
