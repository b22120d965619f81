// Programs may call MPI themselves: brickc knows where the runtime's MPI is.
// RUN: %brickc -O1 %s -o %t && %t | FileCheck %s
// RUN: %brickc -O1 --reference %s -o %t && %t | FileCheck %s
#include <brick/brick.hpp>
#include <cstdio>
#include <mpi.h>

[[brick::stencil]] void twice(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = 2 * u(0); }
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) { brick::apply<twice>(next, u); }

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  {
    brick::runtime runtime(argc, argv);
    auto grid = brick::grid_for<advance>(runtime, {.cells = {32}, .boundary = brick::periodic});
    brick::field<double, 1> u(grid, "u"), next(grid, "next");
    u.fill(1);
    brick::run<advance>(1, u, next);
    std::printf("%d rank, %g\n", ranks, next.value({0}));
  }
  MPI_Finalize();
}
// CHECK: 1 rank, 2
