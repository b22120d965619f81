// Options that have several spellings, and those behind -Wp and -Xpreprocessor, are the same for stencils as for the
// rest of the program. SPDX-License-Identifier: MIT
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %brickc --emit=ir -Wp,-DK=2 a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -Wp,-D,K=2,-DOTHER a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -Xpreprocessor -D -Xpreprocessor K=2 a.cpp | FileCheck %s
// RUN: %brickc --emit=ir --define-macro=K=2 a.cpp | FileCheck %s
// RUN: %brickc --emit=ir --define-macro K=2 a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -DK=3 --undefine-macro=K a.cpp | FileCheck %s --check-prefix=ONE
// RUN: %brickc --emit=ir --include=two.h a.cpp | FileCheck %s
// RUN: %brickc --emit=ir --include two.h a.cpp | FileCheck %s
// RUN: %brickc --emit=ir --imacros=two.h a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -Wp,-include,two.h a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -DFOLDER --include-directory=folder a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -DFOLDER --include-directory folder a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -DFOLDER -Wp,-I,folder a.cpp | FileCheck %s
// RUN: %brickc --emit=ir -DFOLDER -iprefix ./fol -iwithprefixbefore der a.cpp | FileCheck %s
// RUN: not %brickc --emit=ir -iwithprefixbefore der a.cpp 2>&1 | FileCheck %s --check-prefix=PREFIX
// RUN: %brickc --emit=ir -Xclang -include -Xclang two.h a.cpp | FileCheck %s
// RUN: %brickc --emit=ir --std=c++23 a.cpp | FileCheck %s --check-prefix=NEWER
// RUN: %brickc --emit ir --fp strict --brick 8 --include two.h a.cpp | FileCheck %s
// RUN: not %brickc --target --emit=ir a.cpp 2>&1 | FileCheck %s --check-prefix=TARGET
// CHECK: next = 2.0 * u[1]
// TARGET: --target: unknown value ''; accepted: native, x86-64-v2
// ONE: next = 1.0 * u[1]
// NEWER: next = 23.0 * u[1]
// PREFIX: -iwithprefix, -iwithprefixbefore: need -iprefix before them; write -I otherwise

// The host compiler sees the same.
// RUN: %brickc -O0 -c -Werror -Wp,-D,FOLDER,-P --include-directory folder -iprefix ./fol -iwithprefix der a.cpp -o a.o
// RUN: %brickc -O0 -c -DSAME=23 --std=c++23 a.cpp -o a.o

//--- two.h
#define K 2

//--- folder/folder.h
#define K 2

//--- a.cpp
#ifdef FOLDER
#include "folder.h"
#elif __cplusplus > 202002L
#define K 23
#elif !defined(K)
#define K 1
#endif
#ifdef SAME
static_assert(K == SAME);
#endif
#include <brick/accessor.hpp>

[[brick::stencil]] void scale(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = K * u(1); }
