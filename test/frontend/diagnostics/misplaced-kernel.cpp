// Stencils are applied, boundary kernels are applied to a boundary, steps are run. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 0); }
[[brick::stencil]] double cell(brick::in<double, 2> u) { return u(0, 0); }
[[brick::boundary]] void wall(brick::out<double, 2> u, brick::in<double, 2> v) { u(0, 0) = v(0, 0); }
[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& v) { brick::apply<copy>(v, u); }

[[brick::step]] void confused(brick::field<double, 2>& u, brick::field<double, 2>& v) {
  brick::apply<wall>(v, u);
  // CHECK: [[@LINE-1]]:3: error: boundary kernel 'wall' is passed to brick::apply
  // CHECK: [[@LINE-2]]:3: note: brick::apply and brick::reduce take stencils
  brick::apply_boundary<copy>(u.grid().low(0), v, u);
  // CHECK: [[@LINE-1]]:3: error: stencil 'copy' is passed to brick::apply_boundary
}

/// In a template, of which the walk over the file sees no instance.
template <auto Kernel> void on(brick::field<double, 2>& u, brick::field<double, 2>& v) { brick::apply<Kernel>(v, u); }
[[brick::step]] void indirect(brick::field<double, 2>& u, brick::field<double, 2>& v) { on<advance>(u, v); }

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  brick::grid<2> grid(runtime, {.cells = {8, 8}});
  brick::field<double, 2> u(grid, "u"), v(grid, "v");
  brick::run<copy>(1, v, u);
  // CHECK: [[@LINE-1]]:3: error: stencil 'copy' is passed to brick::run
  brick::apply<advance>(u, v);
  // CHECK: [[@LINE-1]]:3: error: step 'advance' is passed to brick::apply
  brick::run_until<cell>(1, [] { return true; }, 1, u);
  // CHECK: [[@LINE-1]]:3: error: stencil 'cell' is passed to brick::run_until
  brick::apply_boundary<advance>(grid.low(0), u, v);
  // CHECK: [[@LINE-1]]:3: error: step 'advance' is passed to brick::apply_boundary
}
// CHECK: 19:90: error: step 'advance' is passed to brick::apply
