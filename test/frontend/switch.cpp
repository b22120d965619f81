// Switches become chains of selects. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s
#include <brick/accessor.hpp>

using brick::in;
using brick::out;

enum class Scheme { upwind, central };

template <Scheme S> double derivative(in<double, 1> u) {
  switch (S) {
  case Scheme::upwind:
    return u(0) - u(-1);
  case Scheme::central:
    return 0.5 * (u(1) - u(-1));
  }
  return 0;
}

template <Scheme S> [[brick::stencil]] void known(out<double, 1> next, in<double, 1> u) { next(0) = derivative<S>(u); }
template void known<Scheme::upwind>(out<double, 1>, in<double, 1>);
template void known<Scheme::central>(out<double, 1>, in<double, 1>);

[[brick::stencil]] void on_data(out<double, 1> next, in<double, 1> u, in<int, 1> kind) {
  double value = u(0);
  switch (kind(0)) {
  case 3:
    value += 1;
    [[fallthrough]];
  case 4:
  case 5:
    value *= 2;
    break;
  default:
    value = -1;
    break;
  case 7:
    next(0) = 7;
    return;
  }
  next(0) = value;
}

// CHECK-LABEL: stencil "known<Scheme::upwind>"
// CHECK-NEXT: next = u[0] - u[-1]
// CHECK-LABEL: stencil "known<Scheme::central>"
// CHECK-NEXT: next = 0.5 * (u[1] - u[-1])
// CHECK-LABEL: stencil "on_data"
// CHECK: let when = kind[0] == 3
// CHECK: let when_1 = kind[0] == 4 || kind[0] == 5
// CHECK: let value_1 = when ? (value + 1.0) * 2.0 : when_1 ? value * 2.0 : when_2 ? value : -1.0
// CHECK-NEXT: next = {{.*}}7.0{{.*}}value_1
