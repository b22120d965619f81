// Files that share a kernel's header have one version of it: other options in one of them are an error when the program
// starts, since its results would depend on the order of the files.
// RUN: rm -rf %t && split-file %s %t
// RUN: %brickc -O1 --fp=strict -c %t/main.cpp -o %t/main.o
// RUN: %brickc -O1 --fp=strict -c %t/other.cpp -o %t/same.o
// RUN: %brickc -O1 --fp=contract -c %t/other.cpp -o %t/loose.o
// RUN: %brickc -O1 --fp=strict --brick=32 -c %t/other.cpp -o %t/small.o
// RUN: %brickc %t/main.o %t/same.o -o %t/program && %t/program | FileCheck %s
// RUN: %brickc %t/main.o %t/loose.o -o %t/program && not %t/program 2>&1 | FileCheck %s --check-prefix=FP
// RUN: %brickc %t/small.o %t/main.o -o %t/program && not %t/program 2>&1 | FileCheck %s --check-prefix=BRICK
// CHECK: 3 3
// FP: brick: rank 0: 'means::mean' was compiled in different ways, of which the linker has kept one: --fp=strict,
// FP-SAME: in one file, --fp=contract,
// FP-SAME: files that share a kernel must be compiled with the same options
// BRICK: --brick=32 in one file, {{.*}} in another

//--- kernels.hpp
#include <brick/brick.hpp>
#include <cstdio>

namespace means {
[[brick::stencil]] inline void mean(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = (u(-1) + u(1)) * 0.5;
}
} // namespace means
namespace {
[[brick::stencil]] void own(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
} // namespace
[[brick::step]] inline void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<means::mean>(next, u);
  brick::apply<own>(u, next);
}
double other(const brick::grid<1>& grid);

//--- main.cpp
#include "kernels.hpp"

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {64}, .boundary = brick::dirichlet(3)});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(3);
  brick::run<advance>(1, u, next);
  std::printf("%g %g\n", u.value({3}), other(grid));
}

//--- other.cpp
#include "kernels.hpp"

double other(const brick::grid<1>& grid) {
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(3);
  brick::run<advance>(1, u, next);
  return u.value({60});
}
