// What a GPU does by hand: a copy, and two schemes as a person would write them in CUDA on arrays.
// SPDX-License-Identifier: MIT
//
//   baseline KERNEL CELLS STEPS
//
// prints GCells/s on the periodic cube, fields of ELEMENT. `copy` copies one field to another, the bound of what reads
// and writes a field; `star7` marches along the slowest axis and keeps a column of values in registers; `cube125` has
// planes in shared memory, sums in them the cells that have a weight in common, and adds to five results at once.
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <cuda_runtime.h>

#ifndef ELEMENT
#define ELEMENT double
#endif
using element = ELEMENT;

namespace {

constexpr int columns = 32, rows = 8, planes_of_block = 32;

void check(cudaError_t code, const char* what) {
  if (code == cudaSuccess) return;
  std::fprintf(stderr, "baseline: %s: %s\n", what, cudaGetErrorString(code));
  std::exit(1);
}

/// 16 bytes a thread, as GPUs like it.
__global__ void copy(int4* __restrict__ next, const int4* __restrict__ u, long count) {
  const long i = long(blockIdx.x) * blockDim.x + threadIdx.x;
  if (i < count) next[i] = u[i];
}

__device__ int wrapped(int i, int n) { return i < 0 ? i + n : i >= n ? i - n : i; }

__global__ void __launch_bounds__(columns* rows)
    star7(element* __restrict__ next, const element* __restrict__ u, int n, element k) {
  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  if (x >= n || y >= n) return;
  const int first = blockIdx.z * planes_of_block, last = min(first + planes_of_block, n);
  const long plane = long(n) * n;
  const long at = long(y) * n + x, west = long(y) * n + wrapped(x - 1, n), east = long(y) * n + wrapped(x + 1, n);
  const long north = long(wrapped(y - 1, n)) * n + x, south = long(wrapped(y + 1, n)) * n + x;
  element below = u[wrapped(first - 1, n) * plane + at], here = u[first * plane + at];
  for (int z = first; z < last; ++z) {
    const element* const now = u + z * plane;
    const element above = u[wrapped(z + 1, n) * plane + at];
    next[z * plane + at] = here + k * (below + above + now[north] + now[south] + now[west] + now[east] - 6 * here);
    below = here;
    here = above;
  }
}

struct weights {
  element of[3][6]; ///< by distance on the slowest axis, and class of the distances on the others
};

__global__ void __launch_bounds__(columns* rows)
    cube125(element* __restrict__ next, const element* __restrict__ u, int n, weights w) {
  __shared__ element tile[rows + 4][columns + 4];
  const int x = blockIdx.x * columns + threadIdx.x, y = blockIdx.y * rows + threadIdx.y;
  const int first = blockIdx.z * planes_of_block, last = min(first + planes_of_block, n);
  const long plane = long(n) * n;
  const int thread = threadIdx.y * columns + threadIdx.x;
  element sums[5] = {};
  for (int z = first - 2; z < last + 2; ++z) {
    const element* const now = u + wrapped(z, n) * plane;
    __syncthreads();
    for (int i = thread; i < (rows + 4) * (columns + 4); i += columns * rows) {
      const int dy = i / (columns + 4), dx = i % (columns + 4);
      const int from_y = wrapped(int(blockIdx.y) * rows + dy - 2, n),
                from_x = wrapped(int(blockIdx.x) * columns + dx - 2, n);
      if (from_y < n && from_x < n) tile[dy][dx] = now[long(from_y) * n + from_x];
    }
    __syncthreads();
    const auto at = [&](int dy, int dx) { return tile[threadIdx.y + 2 + dy][threadIdx.x + 2 + dx]; };
    const element classes[6] = {at(0, 0),
                                at(-1, 0) + at(1, 0) + at(0, -1) + at(0, 1),
                                at(-1, -1) + at(-1, 1) + at(1, -1) + at(1, 1),
                                at(-2, 0) + at(2, 0) + at(0, -2) + at(0, 2),
                                at(-2, -1) + at(-2, 1) + at(2, -1) + at(2, 1) + at(-1, -2) + at(-1, 2) + at(1, -2) +
                                    at(1, 2),
                                at(-2, -2) + at(-2, 2) + at(2, -2) + at(2, 2)};
    element by_distance[3];
    for (int d = 0; d < 3; ++d) {
      element sum = 0;
      for (int c = 0; c < 6; ++c)
        sum += w.of[d][c] * classes[c];
      by_distance[d] = sum;
    }
    // sums[i] belongs to plane z - 2 + i.
    for (int i = 0; i < 5; ++i)
      sums[i] += by_distance[i < 2 ? 2 - i : i - 2];
    if (z - 2 >= first && x < n && y < n) next[(z - 2) * plane + long(y) * n + x] = sums[0];
    for (int i = 0; i < 4; ++i)
      sums[i] = sums[i + 1];
    sums[4] = 0;
  }
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 4) {
    std::fprintf(stderr, "usage: baseline copy|star7|cube125 CELLS STEPS\n");
    return 2;
  }
  const char* const kernel = argv[1];
  const int n = std::atoi(argv[2]), steps = std::atoi(argv[3]);
  const long count = long(n) * n * n, per_thread = sizeof(int4) / sizeof(element);
  element *u = nullptr, *next = nullptr;
  check(cudaMalloc(&u, count * sizeof(element)), "memory");
  check(cudaMalloc(&next, count * sizeof(element)), "memory");
  check(cudaMemset(u, 0, count * sizeof(element)), "memory");
  weights w{};
  for (auto& distance : w.of)
    for (element& weight : distance)
      weight = element(1) / 125;
  const dim3 threads(columns, rows),
      blocks((n + columns - 1) / columns, (n + rows - 1) / rows, (n + planes_of_block - 1) / planes_of_block);
  const auto run = [&](int times) {
    for (int step = 0; step < times; ++step) {
      if (!std::strcmp(kernel, "copy"))
        copy<<<unsigned((count / per_thread + 255) / 256), 256>>>(reinterpret_cast<int4*>(next),
                                                                  reinterpret_cast<const int4*>(u), count / per_thread);
      else if (!std::strcmp(kernel, "star7"))
        star7<<<blocks, threads>>>(next, u, n, element(0.1));
      else
        cube125<<<blocks, threads>>>(next, u, n, w);
      element* const last = u;
      u = next;
      next = last;
    }
    check(cudaGetLastError(), "launch");
    check(cudaDeviceSynchronize(), "kernel");
  };
  run(3);
  cudaEvent_t begin, end;
  check(cudaEventCreate(&begin), "event");
  check(cudaEventCreate(&end), "event");
  check(cudaEventRecord(begin), "event");
  run(steps);
  check(cudaEventRecord(end), "event");
  check(cudaEventSynchronize(end), "event");
  float milliseconds = 0;
  check(cudaEventElapsedTime(&milliseconds, begin, end), "event");
  std::printf("%.6g\n", double(count) * steps / milliseconds * 1e-6);
}
