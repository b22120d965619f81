// Folders and files with spaces in their names: sources, headers, objects, programs, dependency files.
// SPDX-License-Identifier: MIT
// RUN: rm -rf "%t folder" && mkdir -p "%t folder/include files" "%t folder/out put" && split-file %s "%t folder"
// RUN: cd "%t folder" && %brickc -O1 -MD -I "include files" -c "my heat.cpp" -o "out put/my heat.o"
// RUN: FileCheck %s --check-prefix=DEPENDENCIES --input-file="%t folder/out put/my heat.d"
// RUN: cd "%t folder" && %brickc -O1 -MMD "-Iinclude files" "my heat.cpp" -o "out put/my program"
// RUN: FileCheck %s --check-prefix=LINKED --input-file="%t folder/out put/my program.d"
// RUN: "%t folder/out put/my program" | FileCheck %s
// RUN: mkdir -p "%t folder/100%%al" && cd "%t folder" && env "TMPDIR=%t folder/100%%al" %brickc -O1 "-Iinclude files" -c "my heat.cpp" -o a.o
// DEPENDENCIES: out\ put/my\ heat.o:
// DEPENDENCIES: my\ heat.cpp
// DEPENDENCIES: include\ files/the\ factor.hpp
// LINKED: out\ put/my\ program: my\ heat.cpp
// CHECK: sum 12

//--- include files/the factor.hpp
inline double factor(double v) { return 3 * v; }

//--- my heat.cpp
#include "the factor.hpp"
#include <brick/brick.hpp>
#include <cstdio>

[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = factor(u(0)); }
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<scale>(next, u);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {4}, .boundary = brick::periodic});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(1.0);
  brick::run<advance>(1, u, next);
  double sum = 0;
  for (const double value : u.gather(0)) sum += value;
  std::printf("sum %g\n", sum);
}
