// Warnings are about the user's code: brick's headers are a system's for the host compiler, also where the user names
// their folder, as CMake does. Of -Werror and -Wno-error the last one counts. SPDX-License-Identifier: MIT
// RUN: %brickc -O1 -Werror -Wsign-conversion -Wconversion -Wold-style-cast -Weffc++ --host-compiler=g++ -c %s -o %t.o
// RUN: %brickc -O1 -Werror -Wsign-conversion -Wconversion -Wold-style-cast --host-compiler=%clang -c %s -o %t.o
// RUN: %brickc -O1 -Werror -Wsign-conversion -Wshadow -I%include --host-compiler=g++ -c %s -o %t.o
// RUN: %brickc -O1 -Werror -Wsign-conversion -Wshadow -I%include --host-compiler=%clang -c %s -o %t.o
// RUN: not %brickc -O1 -Werror -DPLAIN -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %brickc -O1 -Werror -DPLAIN -Wno-error -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=WARNING
// ERROR: error: {{.*}}scaled
// WARNING: warning: {{.*}}scaled
#include <brick/brick.hpp>

#ifdef PLAIN
using in = brick::in<double, 1>;
void scaled(brick::out<double, 1> next, in u) { next(0) = 2 * u(0); }
#endif

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }

[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<copy>(next, u);
  swap(u, next);
}

double run(brick::runtime& runtime) {
  auto grid = brick::grid_for<advance>(runtime, {.cells = {20}, .boundary = brick::periodic});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(1.0);
  brick::run<advance>(1, u, next);
#ifdef PLAIN
  brick::apply<scaled>(next, u);
#endif
  return u.value({0});
}
