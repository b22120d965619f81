// A brick with another number of extents than all stencils of a file has no effect on it, as files of a program are given
// one brick. Where there are no stencils, there is nothing to say. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=plan -Werror --brick=8x8 %s 2>&1 >/dev/null | FileCheck %s
// RUN: %brickc --emit=plan -w --brick=8x8 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=NOTHING --allow-empty
// RUN: %brickc --emit=plan -DNONE --brick=8x8 %s 2>&1 >/dev/null | FileCheck %s --check-prefix=NOTHING --allow-empty
// NOTHING-NOT: {{.}}
#include <brick/accessor.hpp>

#ifndef NONE
[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1); }
#endif
// CHECK: [[@LINE-2]]:25: warning: --brick names 2 extents, but no stencil of this file has as many dimensions
// CHECK: note: it decides nothing here; name one extent for each dimension
