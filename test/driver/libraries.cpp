// Several files with steps of their own, in a static and in a shared library, and in one program.
// SPDX-License-Identifier: MIT
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %brickc -O1 -fPIC -c doubling.cpp -o doubling.o && %brickc -O1 -fPIC -c halving.cpp -o halving.o
// RUN: ar rcs libdoubling.a doubling.o
// RUN: %brickc -shared halving.o -o libhalving.so
// RUN: %brickc -O1 main.cpp -L. -ldoubling -lhalving -Wl,-rpath,%t -o mixed && ./mixed | FileCheck %s
// RUN: %brickc -O1 -fPIC -shared doubling.cpp halving.cpp -o libboth.so
// RUN: %brickc -O1 main.cpp libboth.so -Wl,-rpath,%t -o shared && ./shared | FileCheck %s
// RUN: %brickc -O1 main.cpp doubling.cpp halving.cpp -o whole && ./whole | FileCheck %s
// RUN: %brickc -O1 --reference main.cpp doubling.cpp halving.cpp -o reference && ./reference | FileCheck %s
// CHECK: doubled 2, halved 1

//--- model.hpp
#include <brick/brick.hpp>
using numbers = brick::field<double, 1>;
double doubled(brick::runtime& runtime, double value);
double halved(brick::runtime& runtime, double value);

//--- doubling.cpp
#include "model.hpp"
namespace {
[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = 2 * u(0); }
[[brick::step]] void advance(numbers& u, numbers& next) {
  brick::apply<scale>(next, u);
  swap(u, next);
}
} // namespace
double doubled(brick::runtime& runtime, double value) {
  auto grid = brick::grid_for<advance>(runtime, {.cells = {40}, .boundary = brick::periodic});
  numbers u(grid, "u"), next(grid, "next");
  u.fill(value);
  brick::run<advance>(1, u, next);
  return u.gather(0).at(0);
}

//--- halving.cpp
#include "model.hpp"
namespace {
// The same names as in the other file.
[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = 0.25 * (u(-1) + u(1)); }
[[brick::step]] void advance(numbers& u, numbers& next) {
  brick::apply<scale>(next, u);
  swap(u, next);
}
} // namespace
double halved(brick::runtime& runtime, double value) {
  auto grid = brick::grid_for<advance>(runtime, {.cells = {30}, .boundary = brick::periodic});
  numbers u(grid, "u"), next(grid, "next");
  u.fill(value);
  brick::run<advance>(1, u, next);
  return u.gather(0).at(0);
}

//--- main.cpp
#include "model.hpp"
#include <cstdio>
int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const double twice = doubled(runtime, 1), once = halved(runtime, twice);
  std::printf("doubled %g, halved %g\n", twice, once);
}
