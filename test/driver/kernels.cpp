// Programs for GPUs: what is refused, and what nvcc is asked to do. SPDX-License-Identifier: MIT
// RUN: not %brickc --target=cuda --exchange=shared -c %s 2>&1 | FileCheck --check-prefix=EXCHANGE %s
// RUN: not %brickc --target=cuda:sm -c %s 2>&1 | FileCheck --check-prefix=TARGET %s
// RUN: not %brickc --target=cuda --nvcc=/no/nvcc -c %s -o %t.o 2>&1 | FileCheck --check-prefix=NVCC %s
// RUN: not %brickc --target=cuda --nvcc=false -c %s -o %t.o 2>&1 | FileCheck --check-prefix=FAILED %s
// RUN: %brickc --target=cuda:sm_90 --nvcc=%S/Inputs/nvcc -g -v -c %s -o %t.o 2>&1 | FileCheck --check-prefix=COMMAND %s
// RUN: %brickc --target=cuda --nvcc=%S/Inputs/nvcc -v -c %s -o %t.o 2>&1 | FileCheck --check-prefix=ANY %s
// RUN: %brickc --target=cuda --save-plan=%t.yaml --emit=plan %s -o /dev/null
// RUN: %brickc --plan=%t.yaml --emit=kernels %s | FileCheck --check-prefix=KERNEL %s
// RUN: %brickc --target=cuda:host --explain --emit=plan %s -o /dev/null 2>&1 | FileCheck --check-prefix=EXPLAIN %s
// A program needs a GPU when it makes a grid, and says so; the same kernels run on the host.
// RUN: %brickc --target=cuda --nvcc=%S/Inputs/nvcc %s -o %t.gpu
// RUN: rm -rf %t.lib && mkdir %t.lib && echo none > %t.lib/libcuda.so.1
// RUN: not env LD_LIBRARY_PATH=%t.lib %t.gpu 2>&1 | FileCheck --check-prefix=NODRIVER %s
// RUN: %brickc --target=cuda:host %s -o %t.host
// RUN: %t.host | FileCheck --check-prefix=RUNS %s

// EXCHANGE: error: --target=cuda: ghost zones in a GPU's memory travel by layout or basic
// TARGET: --target: unknown value 'cuda:sm'; accepted: native, {{.*}}cuda:sm_NN, cuda:host
// NVCC: CUDA compiler '/no/nvcc' not found (--nvcc=PATH); --target=cuda:host does without
// FAILED: CUDA compiler '{{.*}}false' failed (status 1)
// COMMAND: nvcc -fatbin -std=c++20 -O3 -fmad=false --expt-relaxed-constexpr -w -arch=sm_90 -I{{.*}} -lineinfo -o {{.*}}kernels.fatbin {{.*}}kernels.cu
// ANY: nvcc -fatbin {{.*}} -arch=compute_75 -I
// KERNEL: BRICK_KERNEL(256) brick_kernel_blur(
// EXPLAIN: remark: stencil 'blur' reads 3 points within radius 1; a block of 256 threads computes a brick of 256 f64 (2048 bytes) for cuda:host
// EXPLAIN: by layout
// NODRIVER: brick: rank 0: this program is compiled for CUDA, and there is no driver: {{.*}}libcuda.so.1{{.*}} (--target=cuda:host compiles the same kernels for the host)
// RUNS: 2
#include <brick/brick.hpp>
#include <cstdio>

[[brick::stencil]] void blur(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1) + u(1) - u(0); }

[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<blur>(next, u);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto grid = brick::grid_for<advance>(runtime, {.cells = {1000}});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<1>) { return 2.0; });
  brick::run<advance>(10, u, next);
  std::printf("%g\n", u.gather(0)[0]);
}
