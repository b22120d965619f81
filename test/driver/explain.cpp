// --explain puts the plan into words, as remarks on the user's lines. SPDX-License-Identifier: MIT
// With a description of the machine they say how fast a stencil can be on it; broken ones are refused at their place.
// RUN: %brickc --explain --target=x86-64-v3 --emit=plan --machine=%S/Inputs/machine.yaml %s -o /dev/null 2>&1 | FileCheck %s
// RUN: sed /read-rate/d %S/Inputs/machine.yaml > %t.older.yaml
// RUN: %brickc --explain --emit=plan --machine=%t.older.yaml %s -o /dev/null 2>&1 | FileCheck --check-prefix=OLDER %s
// RUN: env BRICK_MACHINE=%t.none %brickc --explain --emit=plan %s -o /dev/null 2>&1 | FileCheck --check-prefix=UNKNOWN %s
// RUN: sed s/4.8e+10/0/ %S/Inputs/machine.yaml > %t.yaml
// RUN: not %brickc --explain --emit=plan --machine=%t.yaml %s 2>&1 | FileCheck --check-prefix=WRONG %s
// RUN: not %brickc --explain --emit=plan --machine=%t.none %s 2>&1 | FileCheck --check-prefix=MISSING %s
// UNKNOWN-NOT: GCells/s
// WRONG: explain.cpp.tmp.yaml:{{[0-9]+:[0-9]+}}: cores and rates are larger than 0
// RUN: sed s/2.4e+10/-1/ %S/Inputs/machine.yaml > %t.negative.yaml
// RUN: not %brickc --explain --emit=plan --machine=%t.negative.yaml %s 2>&1 | FileCheck --check-prefix=NEGATIVE %s
// NEGATIVE: {{[0-9]+:[0-9]+}}: the read rate is not negative
// RUN: sed s/4.8e+10/inf/ %S/Inputs/machine.yaml > %t.infinite.yaml
// RUN: not %brickc --explain --emit=plan --machine=%t.infinite.yaml %s 2>&1 | FileCheck --check-prefix=INFINITE %s
// INFINITE: {{[0-9]+:[0-9]+}}: rates are finite
// RUN: sed 's/^caches:.*/caches: [ 4096, 1024 ]/' %S/Inputs/machine.yaml > %t.caches.yaml
// RUN: not %brickc --explain --emit=plan --machine=%t.caches.yaml %s 2>&1 | FileCheck --check-prefix=CACHES %s
// CACHES: {{[0-9]+:[0-9]+}}: caches are larger than 0 bytes, and each is as large as the one before at least
// MISSING: explain.cpp.tmp.none
// RUN: not %brickc --emit=plan --machine=/dev/null %s 2>&1 | FileCheck --check-prefix=EMPTY %s
// EMPTY: /dev/null:1:1: this is not a description of a machine
// RUN: %brickc --explain --target=x86-64-v3 --emit=plan %examples/brick-125/brick-125.cpp -o /dev/null 2>&1 | FileCheck --check-prefix=SUMS %s
// SUMS: remark: stencil 'cube' {{.*}}-level cache, sums of rows kept in memory, so that registers are left for weights
// RUN: %brickc --explain --target=x86-64-v4 --emit=plan %examples/brick-125/brick-125.cpp -o /dev/null 2>&1 | FileCheck --check-prefix=NO-SUMS %s
// NO-SUMS-NOT: kept in memory
// What nobody has named is left out.
// RUN: echo nothing > %t.damaged.yaml
// RUN: env BRICK_MACHINE=%t.damaged.yaml %brickc --emit=plan %s 2>&1 -o /dev/null | FileCheck --check-prefix=DAMAGED %s
// DAMAGED: brickc: warning: {{.*}}damaged.yaml:1:1: not a mapping; it is left out (brick-probe --again measures anew)
#include <brick/brick.hpp>
#include <cmath>

// CHECK: explain.cpp:[[@LINE+1]]:25: remark: stencil 'blur' reads 5 points within radius 1x1; swept over bricks of 16x32 f64 (4096 bytes each) in vectors of 4 for x86-64-v3, bricks ahead fetched into the second-level cache; at most 3.00 GCells/s on a machine (4 cores): 16 bytes a cell at 48.00 GB/s, where 5 operations a cell would allow 6.00
[[brick::stencil]] void blur(brick::out<double, 2> next, brick::in<double, 2> u) {
  next(0, 0) = 0.2 * (u(0, 0) + u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1));
}

// CHECK: explain.cpp:[[@LINE+1]]:25: remark: stencil 'root' {{.*}}; at most 0.46 GCells/s on a machine (4 cores): 65 operations a cell, and those of the functions called, where 12 bytes a cell at 48.00 GB/s would allow 4.00
[[brick::stencil]] void root(brick::out<double, 2> next, brick::in<float, 2> u, float k) {
  next(0, 0) = std::sqrt(u(0, 0)) / (1 + u(0, 1)) - u(1, 0) / (u(0, 0) * u(0, 0) + k * k) + std::sin(u(0, 0));
}

// What is read beyond as much as is written has a rate of its own, where it was measured.
// CHECK: explain.cpp:[[@LINE+2]]:25: remark: stencil 'mix' {{.*}}; at most 0.75 GCells/s on a machine (4 cores): 40 bytes a cell at 30.00 GB/s, where
// OLDER: explain.cpp:[[@LINE+1]]:25: remark: stencil 'mix' {{.*}}; at most 1.20 GCells/s on a machine (4 cores): 40 bytes a cell at 48.00 GB/s, where
[[brick::stencil]] void mix(brick::out<double, 2> next, brick::in<double, 2> a, brick::in<double, 2> b,
                            brick::in<double, 2> c, brick::in<double, 2> d) {
  next(0, 0) = a(0, 0) + b(0, 0) + c(0, 0) + d(0, 0);
}

// CHECK: explain.cpp:[[@LINE+1]]:27: remark: stencil 'value' {{.*}}; at most 3.00 GCells/s on a machine (4 cores): 8 bytes a cell at 24.00 GB/s, where
[[brick::stencil]] double value(brick::in<double, 2> u) { return u(0, 0) * u(0, 0); }

// CHECK: explain.cpp:[[@LINE+1]]:26: remark: boundary kernel 'wall' computes several cells at once
[[brick::boundary]] void wall(brick::out<double, 2> u, brick::in<double, 2> inside) { u(0, 0) = inside(1, 0); }

double state = 1;
// CHECK: explain.cpp:[[@LINE+1]]:26: remark: boundary kernel 'inlet' is called for each cell: 'state' is static or global mutable state
[[brick::boundary]] void inlet(brick::out<double, 2> u) { u(0, 0) = state; }

// CHECK: explain.cpp:[[@LINE+1]]:22: remark: step 'advance' needs a halo of 1x1 cells; ghost zone one brick (16x32) deep; 1 exchange(s) a step by shared
[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next) {
  brick::apply<blur>(next, u);
  swap(u, next);
}
