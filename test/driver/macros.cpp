// Macros that a file defines don't change brick's headers, nor those that generated code needs: of one letter anywhere,
// others behind its includes.
// RUN: %brickc -O1 %s -o %t && %t | FileCheck %s
// RUN: %brickc -O1 --fp=strict --host-compiler=%clang %s -o %t && %t | FileCheck %s
#define F 3
#define I 5
#define V 7
#include <brick/brick.hpp>
#include <cstdio>

#define T double
#define D 2
#define N 16
#define Shape 3
#define Lanes 4
#define Vec

[[brick::stencil]] void laplace(brick::out<T, D> next, brick::in<T, D> u) {
  next(0, 0) = std::abs(u(0, 0)) + u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1);
}
[[brick::stencil]] T largest(brick::in<T, D> u) { return u(0, 0); }

[[brick::step]] void advance(brick::field<T, D>& u, brick::field<T, D>& next, brick::field<T, D>& last) {
  brick::apply<laplace>(next, u);
  const T most = brick::reduce<largest>(brick::max, next);
  if (most > 4) brick::apply<laplace>(last, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {N, N}, .boundary = brick::periodic});
  brick::field<T, D> u(grid, "u"), next(grid, "next"), last(grid, "last");
  u.fill(1);
  brick::run<advance>(1, u, next, last);
  std::printf("%g\n", last.value({0, N - 1}));
}
// CHECK: 25
