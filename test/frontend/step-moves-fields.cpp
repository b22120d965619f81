// What would move a field, with its name and boundaries, is refused. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <brick/brick.hpp>
#include <array>
#include <utility>

using field = brick::field<double, 3>;

[[brick::stencil]]
void kernel(brick::out<double, 3> next, brick::in<double, 3> u) {
  next(0, 0, 0) = u(0, 0, 1);
}

void both(field first, field& second) { brick::apply<kernel>(second, first); }

struct pair_of {
  field a, b;
};

[[brick::step]]
void exchange(std::array<field, 2>& f, pair_of& p, pair_of& q) {
  swap(f[0], f[1]);
  std::array<field, 2>& same = f;
  swap(f, same);
  // CHECK: [[@LINE-1]]:3: error: std::swap of fields (it swaps names and boundaries too; write swap(a, b)) is not supported in a step
  f.swap(same);
  // CHECK: [[@LINE-1]]:3: error: a call of 'std::array<brick::field<double, 3>, 2>::swap' is not supported in a step
  std::swap(p, q);
  // CHECK: [[@LINE-1]]:3: error: std::swap of fields
  p = std::move(q);
  // CHECK: [[@LINE-1]]:3: error: assigning to a group of fields is not supported in a step
  pair_of other = std::move(p);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'pair_of' has a destructor, which no stencil or step would run
}

[[brick::step]]
void advance(field& u, field& next) {
  brick::apply<kernel>(next, u);
  std::swap(u, next);
  // CHECK: [[@LINE-1]]:3: error: std::swap of fields (it swaps names and boundaries too; write swap(a, b)) is not supported in a step
  std::exchange(u, std::move(next));
  // CHECK: [[@LINE-1]]:3: error: a call of 'std::exchange' is not supported in a step
  u = std::move(next);
  // CHECK: [[@LINE-1]]:3: error: assigning to a field is not supported in a step
  field& same = u;
  if (true) same = field(u.grid(), "t");
  // CHECK: [[@LINE-1]]:13: error: assigning to a field is not supported in a step
  both(std::move(u), next);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: a field made in an expression is not supported in a step
  swap(u, next);
  using std::swap;
  swap(u, next);
  u.swap(next);
}
