// Which passes run: none for --emit=ir, those named by --passes, and no reassociation in strict mode.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %examples/brick-125/brick-125.cpp | FileCheck --check-prefix=FRONTEND %s
// RUN: %brickc --emit=ir --passes=split-long-sums %examples/brick-125/brick-125.cpp | FileCheck --check-prefix=SPLIT %s
// RUN: %brickc --emit=ir --passes=default --fp=strict %examples/brick-125/brick-125.cpp | FileCheck --check-prefix=SPLIT %s
// RUN: %brickc --emit=ir --passes=default %examples/brick-125/brick-125.cpp | FileCheck --check-prefix=SHARED %s
// RUN: %brickc --emit=plan --print-after-all %examples/heat/heat.cpp 2>&1 | FileCheck --check-prefix=UNCHANGED %s
// RUN: not %brickc --emit=ir --passes=optimise %examples/heat/heat.cpp 2>&1 | FileCheck --check-prefix=UNKNOWN %s

// FRONTEND-NOT: let sum0
// SPLIT: let sum0 = 0.0 + c[9] * u[-2, -2, -2] + {{.*}} + c[9] * u[-2, -2, 2]
// SPLIT-NEXT: let sum1 = sum0 + c[8] * u[-2, -1, -2] + c[6]
// SHARED: share row0 = u[0, 0, -2] + u[0, 0, 2]
// SHARED: share plane0 = row0[0, -2, 0] + row0[0, 2, 0]
// SHARED: share weighted2 = {{.*}}fma(c[0], row2[0, 0, 0], weighted0[-2, 0, 0] + weighted1[-1, 0, 0])
// SHARED: let sum = weighted2[0, 0, 0] + weighted1[1, 0, 0] + weighted0[2, 0, 0]
// UNCHANGED: // after fold-constants: unchanged
// UNKNOWN: brickc: error: --passes: unknown pass 'optimise'; accepted: default, fuse-applies, fold-constants,
