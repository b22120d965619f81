// A reduction reads at least one field. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

[[brick::stencil]] double constant(double k) { return k; }
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: stencil 'constant' returns a value but takes no field
// CHECK: note: a reduction visits the cells of the fields that it reads: give it a brick::in parameter
