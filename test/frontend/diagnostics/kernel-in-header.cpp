// Stencils in headers are not compiled yet. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include <brick/accessor.hpp>
#include "Inputs/kernel-in-header.hpp"

// CHECK: kernel-in-header.hpp:6:6: error: 'kernel' is defined in a header
// CHECK: note: stencils and steps are compiled only in the main source file so far
