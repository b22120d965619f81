// Generated code stands behind the definition, which must be in the text. SPDX-License-Identifier: MIT
// RUN: not %brickc --emit=ir -include %S/Inputs/kernel-not-included.hpp %s 2>&1 | FileCheck %s
#include <brick/brick.hpp>

// CHECK: kernel-not-included.hpp:6:6: error: 'kernel' is defined in a file that no #include of the source file leads to
// CHECK: note: include it from the source file
