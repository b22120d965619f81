// Lambdas are no kernels, as code outside functions cannot name them. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 0); }

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& v) {
  brick::apply<[](brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 0); }>(v, u);
  // CHECK: [[@LINE-1]]:3: error: what is passed to brick::apply in angle brackets is not a function
  // CHECK: [[@LINE-2]]:3: note: stencils, boundary kernels and steps are functions of a namespace
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  brick::grid<2> grid(runtime, {.cells = {8, 8}});
  brick::field<double, 2> u(grid, "u"), v(grid, "v");
  constexpr auto step = [](brick::field<double, 2>& u, brick::field<double, 2>& v) { brick::apply<copy>(v, u); };
  brick::run<step>(1, u, v);
  // CHECK: [[@LINE-1]]:3: error: what is passed to brick::run in angle brackets is not a function
}
