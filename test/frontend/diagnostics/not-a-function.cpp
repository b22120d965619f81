// The attributes stand on functions. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>

[[brick::stencil]] double k = 1;
// CHECK: [[@LINE-1]]:{{[0-9]+}}: error: attribute 'brick::stencil' applies to functions only
