// The fields and numbers of structs and arrays are parameters of the step. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=ir %s -o %t.ir && %brickc --emit=ir %t.ir | diff %t.ir -
// RUN: %brickc --emit=source %s | grep -v '// [A-Z-]*:' | FileCheck %s --check-prefix=SOURCE
#include <brick/brick.hpp>
#include <array>
#include <string>
#include <tuple>

using field = brick::field<double, 1>;
enum class scheme : unsigned char { first, second };

[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u, double k) { next(0) = k * u(0); }

struct species {
  field now, next;
  scheme order;
  std::string name;
};
inline void flip(species& s) { swap(s.now, s.next); }

/// A number of its name is another parameter's.
// CHECK: step "advance" (field f64 1d s_now_1 of s ".now", field f64 1d s_next of s ".next", scalar i32 s_order of s ".order", scalar f64 s_now)
// CHECK-NEXT: apply "scale"(s_next, s_now_1, s_order == 1 ? s_now : 2.0)
// CHECK-NEXT: swap s_now_1, s_next
// SOURCE: static void step(brick::parameter_type<::advance, 0> s, double s_now) {
// SOURCE-NEXT: auto& s_now_1 = s.now;
// SOURCE-NEXT: auto& s_next = s.next;
// SOURCE-NEXT: const std::int32_t s_order = std::int32_t(s.order);
// SOURCE-NEXT: brick::apply<::scale>(s_next, s_now_1, s_order == 1 ? s_now : 2.0);
// SOURCE-NEXT: brick::swap(s_now_1, s_next);
[[brick::step]] void advance(species& s, double s_now) {
  brick::apply<scale>(s.next, s.now, s.order == scheme::second ? s_now : 2.0);
  flip(s);
}

struct factors {
  double a, b;
};

// CHECK: step "shift" (field f64 1d f_0 of f "[0]", field f64 1d f_1 of f "[1]", record p {f64 p_a ".a", f64 p_b ".b"})
// CHECK-NEXT: apply "scale"(f_1, f_0, p_b)
// SOURCE: static void step(brick::parameter_type<::shift, 0> f, const brick::argument_type<::shift, 1>& p) {
[[brick::step]] void shift(std::array<field, 2>& f, factors p) { brick::apply<scale>(f[1], f[0], p.b); }

/// Structs of references are copied.
struct view {
  field& from;
  const field& to;
};
// CHECK: step "by_value" (field f64 1d v_from of v ".from", field f64 1d v_to of v ".to")
// CHECK-NEXT: apply "scale"(v_from, v_to, 3.0)
[[brick::step]] void by_value(view v) {
  const view copy = v;
  brick::apply<scale>(copy.from, v.to, 3);
}

class model {
public:
  explicit model(const brick::grid<1>& grid) : u(grid, "u"), parts{view{u, u}} {}
  auto fields() { return std::tie(u); }
  void zero() { brick::apply<scale>(u, parts[0].to, 0); }
  field u;
  std::array<view, 1> parts;
};
// CHECK: step "of_class" (field f64 1d m_u of m ".u", field f64 1d m_parts_0_from of m ".parts[0].from", field f64 1d m_parts_0_to of m ".parts[0].to")
// CHECK-NEXT: apply "scale"(m_u, m_parts_0_to, 0.0)
[[brick::step]] void of_class(model& m) { m.zero(); }
