// Constants that only the program knows are scalars. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <array>
#include <brick/accessor.hpp>
#include <cmath>
#include <cstdlib>

using brick::in;
using brick::out;

extern const double elsewhere;
double parameter();
double state = 1;
const double asked = parameter();
const double changing = std::sqrt(state);
extern const double second;
const double first = std::sqrt(second), second = std::sqrt(first);
inline double iterated(double x) {
  for (int i = 0; i < 20; ++i)
    x = std::sin(x) * std::cos(x);
  return x;
}
const double long_one = iterated(0.5);
inline double root(double x) { return std::sqrt(x); }
extern const double initialised_later;
const double early = root(2) * initialised_later;
const double initialised_later = root(3);
const double after_it_is_known = initialised_later + early;
inline double kept_value() {
  static const double kept = root(initialised_later);
  return kept;
}
extern const double last;
inline double of_last() {
  static const double kept = root(last);
  return kept;
}
const double well_kept = kept_value(), badly_kept = of_last();
const double last = root(6);
template <class T> struct unordered {
  static const T value, twice;
};
template <class T> const T unordered<T>::value = root(5);
template <class T> const T unordered<T>::twice = 2 * value;

[[brick::stencil]] void kernel(out<double, 1> next, in<double, 1> u) {
  next(0) = elsewhere * u(0);
  // CHECK: [[@LINE-1]]:13: error: the value of the constant 'elsewhere' is not known when the program is compiled
  // CHECK: [[@LINE-2]]:13: note: pass it as a scalar, or compute it from constants, by functions that stencils may call
  next(0) += asked;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'asked' is not known when the program is compiled
  // CHECK: 14:22: note: in its initialiser: 'parameter' is called but not defined in this file
  next(0) += changing;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'changing' is not known when the program is compiled
  // CHECK: 15:35: note: in its initialiser: 'state' is static or global mutable state
  next(0) += first;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'first' is not known when the program is compiled
  next(0) += early;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'early' is not known when the program is compiled
  next(0) += initialised_later + unordered<double>::value;
  next(0) += unordered<double>::twice;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'twice' is not known when the program is compiled
  next(0) += after_it_is_known;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'after_it_is_known' is not known when the program is compiled
  next(0) += well_kept;
  next(0) += badly_kept;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'badly_kept' is not known when the program is compiled
  next(0) += long_one;
  // CHECK: [[@LINE-1]]:14: error: the value of the constant 'long_one' is not known when the program is compiled
  // CHECK: 23:14: note: in its initialiser: an expression of more than 1000 operations
}

[[brick::stencil]] void of_static(out<double, 1> next, in<double, 1> u, double k) {
  static const double first_k = std::sqrt(k);
  next(0) = first_k * u(0);
  // CHECK: [[@LINE-1]]:13: error: the value of the constant 'first_k' is not known when the program is compiled
}
