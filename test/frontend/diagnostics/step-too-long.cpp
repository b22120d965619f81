// A step's loops are unrolled. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::step]]
void advance(brick::field<double, 3>& u, brick::field<double, 3>& next) {
  for (int i = 0; i < 200; ++i)
    for (int j = 0; j < 100; ++j)
      swap(u, next);
      // CHECK: [[@LINE-1]]:{{[0-9]+}}: error: step 'advance' grows beyond 10000 operations when loops are unrolled
      // CHECK: [[@LINE-2]]:{{[0-9]+}}: note: loop outside the step, with brick::run
}
