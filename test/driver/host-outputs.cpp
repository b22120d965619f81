// What the host compiler makes instead of an object: assembly, nothing, the preprocessed source, a list of headers.
// SPDX-License-Identifier: MIT
// RUN: rm -rf %t && mkdir %t && cd %t
// RUN: %brickc -S -O1 %s
// RUN: FileCheck %s --check-prefix=ASSEMBLY --input-file=host-outputs.s
// ASSEMBLY: _Z6markerv
// RUN: %brickc -S -O1 %s -o other.s && grep _Z6markerv other.s

// RUN: %brickc -fsyntax-only %s
// RUN: not %brickc -fsyntax-only -DOFFSET=n %s 2>&1 | FileCheck %s --check-prefix=REFUSED
// REFUSED: host-outputs.cpp:[[@LINE+16]]:{{[0-9]+}}: error: the offset of 'a' along axis 0 is not a compile-time constant
// RUN: not %brickc -fsyntax-only -DOFFSET=0 -DOTHER='= missing' %s

// RUN: %brickc -E %s -DOFFSET=1234 | FileCheck %s --check-prefix=PREPROCESSED
// RUN: %brickc -E -P %s -DOFFSET=1234 -o %t/preprocessed.ii && FileCheck %s --check-prefix=PREPROCESSED < %t/preprocessed.ii
// PREPROCESSED: b(0) = a(1234);
// RUN: %brickc -MM %s | FileCheck %s --check-prefix=HEADERS
// HEADERS: host-outputs.o: {{.*}}host-outputs.cpp
// RUN: ls | FileCheck %s --check-prefix=FILES --implicit-check-not={{.}}
// FILES: host-outputs.s
// FILES: other.s
// FILES: preprocessed.ii
#include <brick/brick.hpp>
#ifndef OFFSET
#define OFFSET 0
#endif
[[brick::stencil]] void copy(brick::out<double, 1> b, brick::in<double, 1> a, [[maybe_unused]] int n) { b(0) = a(OFFSET); }
int marker() { return 1; }
#ifdef OTHER
int other OTHER;
#endif
