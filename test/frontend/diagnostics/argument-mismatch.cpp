// Arguments in the host program are those of kernels and steps. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
// RUN: %brickc --emit=ir -DGOOD %s | FileCheck %s --check-prefix=GOOD
#include <brick/brick.hpp>
#include <functional>

[[brick::stencil]]
void relax(brick::in<double, 2> u, brick::out<double, 2> next, double weight, brick::point<2> p) {
  next(0, 0) = weight * u(0, 0) + p[0];
}

[[brick::stencil]]
double size(const brick::in<double, 2>& u) {
  return u(0, 0);
}

[[brick::boundary]]
void wall(brick::out<double, 2> u, double value) {
  u(0, 0) = value;
}

[[brick::step]]
void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, const std::array<double, 2>& weights) {
  brick::apply<relax>(u, next, weights[0]);
  brick::swap(u, next);
}

using real_field = brick::field<double, 2>;

struct length {
  operator double() const { return 1; }
};

// Templates are left to the host compiler, which knows what they are instantiated for.
template <class Field, class... Rest> void relax_all(Field& u, Rest&... rest) { brick::apply<relax>(u, rest...); }

// GOOD: step "advance"
void right(real_field& u, real_field& next, std::array<double, 2> weights) {
  const real_field& old = u;
  std::vector<real_field*> fields{&u, &next};
  brick::apply<relax>(old, *fields[1], 1);
  brick::apply<relax>(brick::on(brick::box<2>{{0, 0}, {4, 4}}), u, next, length{});
  brick::run<advance>(3, u, next, weights);
  brick::run_until<advance>(1, [] { return false; }, 3, u, *fields[1], std::array<double, 2>{1, 2});
  brick::apply_boundary<wall>(u.grid().low(0), u, true);
  [[maybe_unused]] const double sum = brick::reduce<size>(brick::on(brick::box<2>{{0, 0}, {4, 4}}), brick::sum, old);
  [&](auto& other) { brick::apply<relax>(other, next, 0.5); }(u);
  relax_all(u, next, weights[0]);
}

#ifndef GOOD
void wrong(real_field& u, const real_field& fixed, brick::field<float, 2>& single, brick::field<double, 3>& deep) {
  brick::apply<relax>(u, fixed, 0.5);
  // CHECK: [[@LINE-1]]:26: error: argument 2 of 'relax' is 'const real_field'
  // CHECK-SAME: but 'next' takes 'brick::field<double, 2>' that is not const
  // CHECK: [[@LINE-3]]:26: note: fields have the element type and the dimensions
  brick::apply<relax>(single, u, 0.5);
  // CHECK: [[@LINE-1]]:23: error: argument 1 of 'relax' is 'brick::field<float, 2>', but 'u' takes 'brick::field<double, 2>'
  brick::apply<relax>(brick::on(brick::box<2>{{0, 0}, {4, 4}}), u, deep, 0.5);
  // CHECK: [[@LINE-1]]:68: error: argument 2 of 'relax' is 'brick::field<double, 3>'
  brick::apply<relax>(u, u, "half");
  // CHECK: [[@LINE-1]]:29: error: argument 3 of 'relax' is 'const char[5]', but 'weight' takes 'double'
  brick::apply<relax>(u, u);
  // CHECK: [[@LINE-1]]:3: error: 'relax' is called with 2 argument(s), not 3
  brick::apply<size>(u);
  // CHECK: [[@LINE-1]]:3: error: stencil 'size' returns a value, but is applied
  brick::reduce<relax>(brick::sum, u, u, 0.5);
  // CHECK: [[@LINE-1]]:3: error: stencil 'relax' returns no value to reduce
  (void)brick::reduce<size>(brick::sum, single);
  // CHECK: [[@LINE-1]]:41: error: argument 1 of 'size' is 'brick::field<float, 2>'
  brick::apply_boundary<wall>(u.grid().low(0), 1.0, u);
  // CHECK: [[@LINE-1]]:48: error: argument 1 of 'wall' is 'double', but 'u' takes 'brick::field<double, 2>' that is not const
  // CHECK: [[@LINE-2]]:53: error: argument 2 of 'wall' is 'real_field'{{.*}}, but 'value' takes 'double'
  brick::run<advance>(3, u, single, std::array<double, 2>{1, 2});
  // CHECK: [[@LINE-1]]:29: error: argument 2 of 'advance' is 'brick::field<float, 2>', but 'next' takes 'brick::field<double, 2> &'
  brick::run_until<advance>(1, [] { return false; }, 3, u, fixed, 0.5);
  // CHECK: [[@LINE-1]]:60: error: argument 2 of 'advance' is 'const real_field'{{.*}}, but 'next' takes
  // CHECK: [[@LINE-2]]:67: error: argument 3 of 'advance' is 'double', but 'weights' takes 'const std::array<double, 2> &'
  // CHECK: 13 errors generated
}
#endif
