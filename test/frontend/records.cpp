// Structs, arrays of arrays and enumerations as parameters become their numbers. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=ir %s -o %t.ir && %brickc --emit=ir %t.ir | diff %t.ir -
// RUN: %brickc --emit=source --passes=fold-constants %s | grep -v '// [A-Z-]*:' | FileCheck %s --check-prefix=SOURCE
// RUN: %brickc --emit=source --target=cuda:host %s | grep -v '// [A-Z-]*:' | FileCheck %s --check-prefix=KERNEL
#include <brick/brick.hpp>
#include <array>

enum class limiter : unsigned char { none, minmod };
struct spacing {
  double dx, dy;
};
struct parameters {
  spacing h;
  float rates[2];
  bool damped;
};
using tensor = std::array<std::array<double, 2>, 1>;

// CHECK: stencil "scale" 1d (out f64 next, in f64 u,
// CHECK-SAME: record p {f64 p_h_dx ".h.dx", f64 p_h_dy_1 ".h.dy", f32 p_rates_0 ".rates[0]", f32 p_rates_1 ".rates[1]", bool p_damped ".damped"},
// CHECK-SAME: point, scalar f64 p_h_dy, record l {i32 l_value ""}, record t {f64 t_0_0 "[0][0]", f64 t_0_1 "[0][1]"})
// SOURCE: static void sweep(const brick::sweep_range& range, double* __restrict next, const double* __restrict u,
// SOURCE-NEXT: const brick::argument_type<::scale, 2>& p, double p_h_dy, const brick::argument_type<::scale, 4>& l,
// SOURCE-NEXT: const brick::argument_type<::scale, 5>& t) {
// SOURCE-NEXT: return range.streaming ? compute<true>(range, next, u, double(p.h.dx), double(p.h.dy), float(p.rates[0]),
// SOURCE-NEXT: float(p.rates[1]), bool(p.damped), p_h_dy, std::int32_t(l), double(t[0][0]), double(t[0][1]))
// KERNEL: static void launch(const brick::device_launch& device, const auto& range, const auto& next, const auto& u,
// KERNEL-NEXT: const brick::argument_type<::scale, 2>& p, const auto& p_h_dy, const brick::argument_type<::scale, 4>& l,
// KERNEL: device.on_host({{[0-9]+}}, brick::kernels::on_host<::scale>::run, range, next, u, double(p.h.dx),
[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u, const parameters& p, brick::point<1> at,
                              double p_h_dy, limiter l, const tensor& t) {
  // CHECK: next = u[0] * (l_value == 1 ? p_h_dx * t_0_1 : p_h_dy_1 * p_h_dy) + f64(point[0])
  next(0) = u(0) * (l == limiter::minmod ? p.h.dx * t[0][1] : p.h.dy * p_h_dy) + at[0];
}

// CHECK: step "advance" (field f64 1d u, field f64 1d next, record p {{.*}}, record t {{.*}})
// SOURCE: static void step(brick::field<double, 1>& u, brick::field<double, 1>& next,
// SOURCE: const double p_h_dx = double(p.h.dx);
// SOURCE-NOT: t_0_0 =
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next, parameters p, const tensor& t) {
  // What is passed on as it is.
  // CHECK: apply "scale"(next, u, p, 0.5, {"" = 1}, t)
  // SOURCE: brick::apply<::scale>(next, u, p, 0.5, brick::argument_type<::scale, 4>(1), t);
  brick::apply<scale>(next, u, p, 0.5, limiter::minmod, t);
  // What changes on the way.
  // CHECK: apply "scale"(u, next, {".h.dx" = p_h_dx * 2.0, ".h.dy" = p_h_dy, ".rates[0]" = p_rates_0, {{.*}}, ".damped" = true}, 0.5, {"" = 0}, {"[0][0]" = 1.0, "[0][1]" = p_h_dy})
  // SOURCE: auto record_1 = brick::zero_record<brick::argument_type<::scale, 2>>();
  // SOURCE-NEXT: brick::set(record_1.h.dx, p_h_dx * 2.0);
  // SOURCE: brick::apply<::scale>(u, next, record_1, 0.5, brick::argument_type<::scale, 4>(0), record_2);
  const double dy = p.h.dy;
  p.h.dx *= 2;
  p.damped = true;
  brick::apply<scale>(u, next, p, 0.5, limiter::none, tensor{{{1, dy}}});
}

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u, double k) { next(0) = k * u(0); }

// A box comes under a name that no parameter has.
// SOURCE: static void step(brick::field<double, 1>& next, const brick::field<double, 1>& u, const brick::box<1>& b_box_,
// SOURCE-NEXT: double b_box) {
[[brick::step]] void clip(brick::field<double, 1>& next, const brick::field<double, 1>& u, brick::box<1> b, double b_box) {
  brick::apply<copy>(brick::on(b), next, u, b_box);
}
