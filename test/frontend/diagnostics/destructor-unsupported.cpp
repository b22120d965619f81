// Values are expressions, whose life has no end at which a destructor would run. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

struct adds_later {
  double& target;
  ~adds_later() { target += 1; }
};
struct holder {
  adds_later inner;
};

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) {
  double sum = u(0);
  adds_later later{sum};
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'adds_later' has a destructor, which no stencil or step would run
  // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: use structs without a destructor of their own, whose members have none either
  holder outer{{sum}};
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'holder' has a destructor, which no stencil or step would run
  sum += (adds_later{sum}, 1);
  // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: type 'adds_later' has a destructor, which no stencil or step would run
  next(0) = sum;
}
// CHECK: 3 errors generated
