// Language standards and host compilers: every combination compiles without a warning and runs.
// SPDX-License-Identifier: MIT
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=c++20 --host-compiler=g++ %s -o %t && %t | FileCheck %s
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=gnu++20 --host-compiler=g++ -c %s -o %t.o
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=c++23 --host-compiler=g++ -c %s -o %t.o
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=gnu++23 --host-compiler=g++ -c %s -o %t.o
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=c++20 --host-compiler=%clang %s -o %t && %t | FileCheck %s
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=gnu++20 --host-compiler=%clang -c %s -o %t.o
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=c++2b --host-compiler=%clang -c %s -o %t.o
// RUN: %brickc -O1 -Wall -Wextra -Werror -std=gnu++2b --host-compiler=%clang -c %s -o %t.o
// CHECK: 0 0 1 3 1
#include <brick/brick.hpp>
#include <cstdio>

template <int R>
[[brick::stencil]] void smooth(brick::out<float, 1> next, brick::in<float, 1> u, const std::array<float, R + 1>& c) {
  float sum = c[0] * u(0);
  for (int r = 1; r <= R; ++r) sum += c[r] * (u(-r) + u(r));
  next(0) = sum > 0 ? sum : 0;
}

[[brick::step]] void advance(brick::field<float, 1>& u, brick::field<float, 1>& next, const std::array<float, 2>& c) {
  brick::apply<smooth<1>>(next, u, c);
  swap(u, next);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {20}, .boundary = brick::dirichlet(0.0)});
  brick::field<float, 1> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<1> p) { return p[0] == 3 ? 1.0f : 0.0f; });
  brick::run<advance>(1, u, next, std::array<float, 2>{3, 1});
  const auto values = u.gather(0);
  for (int i = 0; i < 5; ++i) std::printf("%g ", values[i]);
}
