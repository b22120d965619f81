// Errors point into the header. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir %s 2>&1 | FileCheck %s
#include "diagnostics/Inputs/error-in-header.hpp"

// CHECK: error-in-header.hpp:7:15: error: the offset of 'u' along axis 0 is not a compile-time constant
