// What one-sided puts and copies cost between two ranks, for tools/lib/put_costs.py: SECONDS (about; per kind). Prints
// "put COUNT BYTES seconds" for COUNT puts of BYTES each and the flush that completes them, and "copy RUNS BYTES
// seconds" for RUNS runs of BYTES each that are packed; medians.
// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <mpi.h>
#include <vector>

constexpr int largest = 800 * 1024, repetitions = 50; // as in section 4 of the paper

template <class Work> double median(double seconds, Work&& work) {
  std::vector<double> times;
  for (const double end = MPI_Wtime() + seconds;
       times.size() < repetitions && (times.size() < 3 || MPI_Wtime() < end);) {
    const double begin = MPI_Wtime();
    work();
    times.push_back(MPI_Wtime() - begin);
  }
  std::nth_element(times.begin(), times.begin() + times.size() / 2, times.end());
  return times[times.size() / 2];
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

/// Every second run of an array, packed: the shape of a face.
void measure_copies(const std::vector<char>& from, double seconds) {
  std::vector<char> to(largest);
  for (int bytes : {8, 64, 512, 4096})
    for (int runs : {1, 8, 64}) {
      const double time = median(seconds / 12, [&] {
        for (int again = 0; again < 100; ++again) // one alone is shorter than the clock can tell
          for (int run = 0; run < runs; ++run) {
            std::memcpy(to.data() + run * bytes, from.data() + 2 * run * bytes, bytes);
            asm volatile("" ::: "memory");
          }
      });
      std::printf("copy %d %d %.9g\n", runs, bytes, time / 100);
    }
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
  if (rank == 0) {
    measure_puts(window, from, seconds);
    measure_copies(from, seconds);
  }
  MPI_Barrier(MPI_COMM_WORLD); // the other rank serves puts meanwhile
  MPI_Win_unlock_all(window);
  MPI_Win_free(&window);
  MPI_Finalize();
}
