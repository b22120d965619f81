// What one-sided puts and copies cost between two ranks, for tools/lib/put_costs.py: SECONDS (about; per kind). Prints
// "nodes COUNT", where the ranks are;
// "put COUNT BYTES seconds" for COUNT puts of BYTES each and the flush that completes them, "hidden COUNT BYTES
// seconds" for how much less time MPI takes for each of COUNT puts of BYTES where other work comes between them, "busy
// COUNT BYTES seconds" for the time it still takes, and "copy RUNS BYTES seconds" for RUNS runs of BYTES each that are
// packed; medians. SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <utility>
#include <vector>

constexpr int largest = 800 * 1024, repetitions = 50; // as in section 4 of the paper
constexpr std::size_t swept = 128 << 20;              // more than a second-level cache holds

/// Calls `measure` for about that long.
template <class Measure> void repeat(double seconds, Measure&& measure) {
  const double end = MPI_Wtime() + seconds;
  for (int i = 0; i < repetitions && (i < 3 || MPI_Wtime() < end); ++i)
    measure();
}

double median_of(std::vector<double> times) {
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
}

template <class Work> double time_of(Work&& work) {
  const double begin = MPI_Wtime();
  work();
  return MPI_Wtime() - begin;
}

template <class Work> double median(double seconds, Work&& work) {
  std::vector<double> times;
  repeat(seconds, [&] { times.push_back(time_of(work)); });
  return median_of(times);
}

void measure_puts(MPI_Win window, const std::vector<char>& from, double seconds) {
  for (int bytes : {1, 8, 64, 512, 4096, 16384, 65536, 262144, largest})
    for (int count : {1, 2, 5, 10, 20, 50})
      std::printf("put %d %d %.9g\n", count, bytes, median(seconds / 54, [&] {
                    for (int i = 0; i < count; ++i)
                      MPI_Put(from.data(), bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
                    MPI_Win_flush(1, window);
                  }));
}

void work(double seconds) {
  for (const double end = MPI_Wtime() + seconds; MPI_Wtime() < end;) {
  }
}

/// Puts with other work between them, as long as a put takes: what travels meanwhile is not waited for. Pairs, since a
/// machine's speed drifts.
void measure_beside(MPI_Win window, const std::vector<char>& from, double seconds) {
  constexpr int count = 16;
  for (int bytes : {16384, 32768, 65536, 262144, largest}) {
    const auto time_with_work = [&](double between) {
      return time_of([&] {
        for (int i = 0; i < count; ++i) {
          if (i > 0) work(between);
          MPI_Put(from.data(), bytes, MPI_BYTE, 1, 0, bytes, MPI_BYTE, window);
        }
        MPI_Win_flush(1, window);
      });
    };
    std::vector<double> hidden, busy;
    repeat(seconds / 5, [&] {
      const double alone = time_with_work(0);
      hidden.push_back((alone - time_with_work(alone / count)) / (count - 1) + alone / count);
      busy.push_back(alone / count - hidden.back());
    });
    std::printf("hidden %d %d %.9g\nbusy %d %d %.9g\n", count, bytes, median_of(hidden), count, bytes, median_of(busy));
  }
}

/// Every second run of an array, packed: the shape of a face. Out of the second-level cache, as after a sweep over the
/// array, and by moves of a known length, as the runtime copies.
template <int Bytes> void measure_copies(const std::vector<char>& from, double seconds) {
  std::vector<char> to(largest);
  for (int runs : {std::max(1, 4096 / Bytes), 65536 / Bytes, largest / Bytes}) {
    std::size_t at = 0;
    const double time = median(seconds / 3, [&] {
      for (int run = 0; run < runs; ++run) {
        std::memcpy(to.data() + std::size_t(run) * Bytes, from.data() + at, Bytes);
        asm volatile("" ::: "memory");
        at += 2 * Bytes;
      }
      if (at + 2 * largest > from.size()) at = 0;
    });
    std::printf("copy %d %d %.9g\n", runs, Bytes, time);
  }
}

int ranks_on_this_node() {
  MPI_Comm node = MPI_COMM_NULL;
  int ranks = 0;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &node);
  MPI_Comm_size(node, &ranks);
  MPI_Comm_free(&node);
  return ranks;
}

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  const double seconds = argc > 1 ? std::atof(argv[1]) : 1;
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2) {
    if (rank == 0) std::fprintf(stderr, "puts needs 2 ranks, not %d\n", size);
    MPI_Finalize();
    return 1;
  }
  char* memory = nullptr;
  MPI_Win window = MPI_WIN_NULL;
  MPI_Win_allocate(largest, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &memory, &window);
  MPI_Win_lock_all(MPI_MODE_NOCHECK, window);
  const std::vector<char> from(largest, 1);
  const bool one_node = ranks_on_this_node() == 2;
  if (rank == 0) {
    std::printf("nodes %d\n", one_node ? 1 : 2);
    measure_puts(window, from, seconds);
    measure_beside(window, from, seconds);
    const std::vector<char> array(swept, 1);
    measure_copies<8>(array, seconds / 4);
    measure_copies<64>(array, seconds / 4);
    measure_copies<512>(array, seconds / 4);
    measure_copies<4096>(array, seconds / 4);
  }
  MPI_Barrier(MPI_COMM_WORLD); // the other rank serves puts meanwhile
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
