// Comparisons of points and arrays. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <array>
#include <brick/brick.hpp>

using brick::in;
using brick::out;
using brick::point;

// CHECK: stencil "at_a_point"
// CHECK-NEXT: next = point[0] == 3L && point[1] == 4L ? 1.0 : u[0, 0]
[[brick::stencil]] void at_a_point(out<double, 2> next, in<double, 2> u, point<2> p) {
  next(0, 0) = p == point<2>{3, 4} ? 1 : u(0, 0);
}

// CHECK: stencil "of_arrays"
// CHECK: = f64(table[0] == 1 && table[1] == 2 ? 1 : 0) + (!(u[0] == there_0 && here_1 == 2.0) ? 4.0 : 3.0)
[[brick::stencil]] void of_arrays(out<double, 1> next, in<double, 1> u, const std::array<int, 2>& table) {
  constexpr std::array<std::array<bool, 2>, 2> known{{{true, false}, {false, true}}}, other{{{true, false}, {true, true}}};
  static_assert(known != other);
  std::array<double, 2> here{u(0), u(1)};
  const std::array<double, 2> there{u(-1), 2};
  double result = known == other ? 5 : 0;
  result = (table == std::array{1, 2}) + (here != there ? 4.0 : 3.0);
  next(0) = result;
}
