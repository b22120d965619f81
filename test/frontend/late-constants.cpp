// Constants whose initialisers call <cmath>, which Clang does not evaluate. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
// RUN: %brickc --emit=source %s | grep -v '// [A-Z-]*:' | FileCheck %s --check-prefix=SOURCE
#include <array>
#include <brick/brick.hpp>
#include <cmath>

using brick::in;
using brick::out;
using field = brick::field<double, 1>;

const double pi = std::acos(-1.0);
const double both = 2 * pi / std::sqrt(2.0), same = both;
constexpr double e = std::exp(1.0);
constexpr float third(double x) { return static_cast<float>(std::cbrt(x) / 3); }
inline std::array<double, 3> powers(double x) {
  std::array<double, 3> result{};
  for (int i = 0; i < 3; ++i)
    result[i] = std::pow(x, i + 0.5);
  return result;
}
const std::array<double, 3> table = powers(2);
struct constants {
  static constexpr double root = std::sqrt(3.0);
  double k, l = std::log(k);
};
const constants made{5.0};
template <class T> constexpr T golden = (1 + std::sqrt(T(5))) / 2;

// CHECK: stencil "of_numbers"
// CHECK-NEXT: next = acos(-1.0) * u[0] + 2.0 * acos(-1.0) / sqrt(2.0) * u[1] + exp(1.0) * u[-1]
[[brick::stencil]] void of_numbers(out<double, 1> next, in<double, 1> u) {
  next(0) = pi * u(0) + same * u(1) + e * u(-1);
}

// CHECK: stencil "of_all_kinds"
// CHECK-NEXT: let t = f64(f32(cbrt(2.0) / 3.0))
// CHECK-NEXT: next = sqrt(3.0) * u[0] + log(5.0) * u[1] + pow(2.0, 2.5) * u[2] + exp(2.0) * u[3] + (1.0 + sqrt(5.0)) / 2.0 * t
[[brick::stencil]] void of_all_kinds(out<double, 1> next, in<double, 1> u) {
  static const double local = std::exp(2.0);
  constexpr double t = third(2);
  next(0) = constants::root * u(0) + made.l * u(1) + table[2] * u(2) + local * u(3) + golden<double> * t;
}

[[brick::stencil]] void scaled(out<double, 1> next, in<double, 1> u, double k) { next(0) = k * u(0); }
// CHECK: step "advance"
// CHECK-NEXT: apply "scaled"(v, u, acos(-1.0) * exp(1.0))
// SOURCE: brick::apply<::scaled>(v, u, std::acos(-1.0) * std::exp(1.0));
[[brick::step]] void advance(field& v, const field& u) { brick::apply<scaled>(v, u, pi * e); }
