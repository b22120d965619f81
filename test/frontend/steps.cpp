// Steps: loops are unrolled, branches on scalars stay, helpers are inlined. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]]
void smooth(brick::out<double, 2> next, brick::in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}

void sweep(brick::field<double, 2>& into, const brick::field<double, 2>& from, double k) {
  brick::apply<smooth>(into, from, k / 2);
}

// CHECK-LABEL: step "loops"
[[brick::step]]
void loops(brick::field<double, 2>& u, brick::field<double, 2>& next, double k) {
  // CHECK:      apply "smooth"(next, u, k * 1.0)
  // CHECK-NEXT: swap u, next
  // CHECK-NEXT: apply "smooth"(next, u, k * 2.0)
  // CHECK-NEXT: swap u, next
  for (int i = 0; i < 2; ++i) {
    brick::apply<smooth>(next, u, k * (i + 1));
    swap(u, next);
  }
  // CHECK-NEXT: apply "smooth"(next, u, k / 2.0)
  sweep(next, u, k);
}

// CHECK-LABEL: step "branches"
[[brick::step]]
void branches(brick::field<double, 2>& u, brick::field<double, 2>& next, double k, bool twice, int n) {
  // CHECK:      if twice at {{.*}} {
  // CHECK-NEXT:   temporary f64 2d middle like u
  // CHECK-NEXT:   apply "smooth"(middle, u, n > 2 ? 0.5 : k)
  // CHECK-NEXT:   if n > 5 at {{.*}} {
  // CHECK-NEXT:     apply "smooth"(next, middle, k)
  // CHECK-NEXT:   }
  // CHECK-NEXT:   if !(n > 5) at {{.*}} {
  // CHECK-NEXT:     swap u, middle
  // CHECK-NEXT:   }
  // CHECK-NEXT: } else {
  // CHECK-NEXT:   apply "smooth"(next, u, k)
  // CHECK-NEXT: }
  // CHECK-NEXT: if !(twice && n > 5) at {{.*}} {
  // CHECK-NEXT:   swap u, next
  // CHECK-NEXT: }
  if (twice) {
    brick::field<double, 2> middle(u.grid(), "middle");
    double c = n > 2 ? 0.5 : k;
    brick::apply<smooth>(middle, u, c);
    if (n > 5) {
      brick::apply<smooth>(next, middle, k);
      return;
    }
    swap(u, middle);
  } else {
    brick::apply<smooth>(next, u, k);
  }
  swap(u, next);
}

[[brick::stencil]]
double product(brick::in<double, 2> a, brick::in<double, 2> b) {
  return a(0, 0) * b(0, 0);
}

namespace mine {
constexpr auto greatest = brick::associative([](double a, double b) { return a < b ? b : a; }, 0.0);
}

// CHECK-LABEL: step "reductions"
[[brick::step]]
void reductions(brick::field<double, 2>& u, brick::field<double, 2>& next, const brick::box<2>& inside) {
  // CHECK:      reduce f64 product = "brick::sum" of "product"(u, next)
  // CHECK-NEXT: reduce f64 product_1 = "mine::greatest" of "product"(u, u) on [inside[0], inside[1] + 1L] to [inside[2], inside[3]]
  // CHECK-NEXT: apply "smooth"(next, u, product / product_1) on [0L, 2L] to [4L, 8L]
  double a = brick::reduce<product>(brick::sum, u, next);
  double b = brick::reduce<product>(brick::on(brick::box<2>{{inside.low[0], inside.low[1] + 1}, inside.high}),
                                    mine::greatest, u, u);
  brick::apply<smooth>(brick::on(brick::box<2>{{0, 2}, {4, 8}}), next, u, a / b);
}

[[brick::boundary]]
void inlet(brick::out<double, 2> u, brick::point<2> p, double t, std::array<double, 2> c) {
  u(0, 0) = t * c[p[1] > 0];
}

// CHECK-LABEL: step "boundaries"
[[brick::step]]
void boundaries(brick::field<double, 2>& u, brick::field<double, 2>& next, float t, std::array<double, 2> c) {
  // CHECK:      boundary "inlet" high 1 of u (u, f64(t), c)
  // CHECK-NEXT: apply "smooth"(next, u, 1.0)
  brick::apply_boundary<inlet>(u.grid().high(1), u, t, c);
  brick::apply<smooth>(next, u, 1);
}

// How far kernels read, where that is known.
constexpr std::array<double, 3> cubic{3, -3, 1};
template <int Axis> [[brick::boundary]] void leave(brick::out<double, 2> u, brick::in<double, 2> inside) {
  double sum = 0;
  for (int k = 0; k < 3; ++k)
    sum += cubic[k] * inside(Axis == 0 ? -k - 1 : 0, Axis == 1 ? -k - 1 : 0);
  u(0, 0) = sum;
}
[[brick::boundary]] void mirror(brick::out<double, 2> u, brick::in<double, 2> inside, brick::point<2> p) {
  const double unused[] = {inside(0, 1), inside(2, 0)}; // read at run time, too
  u(0, 0) = inside(0, static_cast<int>(2 * p[1] - 1)) + inside(0, 3);
}

// CHECK-LABEL: step "reaching"
[[brick::step]]
void reaching(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  // CHECK:      boundary "leave<0>" high 0 of u (u, u) reach [3, 0]
  // CHECK-NEXT: boundary "leave<1>" high 1 of u (u, u) reach [0, 3]
  // CHECK-NEXT: boundary "mirror" low 1 of u (u, u) reach [2, 3]
  const auto& grid = u.grid();
  const brick::face high = grid.high(0);
  brick::apply_boundary<leave<0>>(high, u, u);
  brick::apply_boundary<leave<1>>(grid.high(1 - high.axis + 0), u, u);
  brick::apply_boundary<mirror>(u.grid().low(1), u, u);
  brick::apply<smooth>(next, u, 1);
}

// Scalars stand for their values: where these grow, parts get names, in the block that needs them.
// CHECK-LABEL: step "growing"
[[brick::step]]
void growing(brick::field<double, 2>& u, brick::field<double, 2>& next, double k, bool on) {
  // CHECK:      if on at
  // CHECK-NEXT:   let part = k * k + 0.5 * k
  // CHECK-NEXT:   let part_1 = part * part + 0.5 * part
  // CHECK:        let part_38 = part_37 * part_37 + 0.5 * part_37
  // CHECK-NEXT:   apply "smooth"(next, u, part_38 * part_38 + 0.5 * part_38)
  // CHECK-NEXT: }
  // CHECK-NEXT: let part_39 = k * k + 0.5 * k
  // CHECK:      apply "smooth"(u, next, part_77 * part_77 + 0.5 * part_77)
  for (int i = 0; i < 40; ++i)
    k = k * k + 0.5 * k;
  if (on) brick::apply<smooth>(next, u, k);
  brick::apply<smooth>(u, next, k);
}

// A part is known to its own block: what one branch has bound, the other binds again.
// CHECK-LABEL: step "either"
[[brick::step]]
void either(brick::field<double, 2>& u, brick::field<double, 2>& next, double k, bool on) {
  // CHECK:      if on at
  // CHECK-NEXT:   let part = k * k + 0.5 * k
  // CHECK:      } else {
  // CHECK-NEXT:   let part_9 = k * k + 0.5 * k
  // CHECK:        apply "smooth"(u, next, part_17 * part_17 + 0.5 * part_17)
  for (int i = 0; i < 10; ++i)
    k = k * k + 0.5 * k;
  if (on)
    brick::apply<smooth>(next, u, k);
  else
    brick::apply<smooth>(u, next, k);
}
