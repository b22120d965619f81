// What generated code cannot read, set or copy is no parameter. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>
#include <array>

struct constant {
  double a;
  const double b;
};
class hidden {
  double a = 1;

public:
  double get() const { return a; }
};
struct pointing {
  struct {
    double* values;
  } inner;
};
struct bits {
  int a : 3;
};
struct counted {
  double a;
  counted(const counted& other) : a(other.a) {}
};
struct empty {};

[[brick::stencil]] void a(brick::out<double, 1> o, brick::in<double, 1> u, constant p) { o(0) = u(0) * p.a; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'constant' is not supported: its member 'b' is const or volatile
// CHECK: note: the members of structs are numbers, enumerations, arrays and structs of these; all are public
[[brick::stencil]] void b(brick::out<double, 1> o, brick::in<double, 1> u, const hidden& p) { o(0) = u(0) * p.get(); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'hidden' is not supported: its member 'a' is not public
[[brick::stencil]] void c(brick::out<double, 1> o, brick::in<double, 1> u, pointing p) { o(0) = u(0); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'pointing' is not supported: its member 'inner.values' is a pointer
[[brick::stencil]] void d(brick::out<double, 1> o, brick::in<double, 1> u, bits p) { o(0) = u(0) * p.a; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'bits' is not supported: its member 'a' is a bit-field
[[brick::stencil]] void e(brick::out<double, 1> o, brick::in<double, 1> u, const counted& p) { o(0) = u(0) * p.a; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'counted' is not supported: it is no struct that is copied byte by byte
[[brick::stencil]] void f(brick::out<double, 1> o, brick::in<double, 1> u, const std::array<std::array<int, 9>, 9>& p) {
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'std::array<std::array<int, 9>, 9>' is not supported: it has more than 64 numbers
  o(0) = u(0) * p[0][0];
}
[[brick::stencil]] void h(brick::out<double, 1> o, brick::in<double, 1> u, empty p) { o(0) = u(0); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'empty' is not supported: it has no members
[[brick::step]] void i(brick::field<double, 1>& u, const hidden& p) { swap(u, u); }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: parameter 'p' of type 'hidden' is not supported: its member 'a' is not public
