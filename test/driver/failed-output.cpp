// What a stage was printed to before stays where a source is refused. SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s -o %t.ir && cp %t.ir %t.before
// RUN: not %brickc --emit=ir -DBAD %s -o %t.ir 2>/dev/null
// RUN: diff %t.before %t.ir
// RUN: rm -f %t.new && not %brickc --emit=ir -DBAD %s -o %t.new 2>/dev/null
// RUN: not ls %t.new
#include <brick/accessor.hpp>

#ifdef BAD
[[brick::stencil]] void copy(brick::out<double, 1> a, brick::in<double, 1> b) { a(1) = b(0); }
#else
[[brick::stencil]] void copy(brick::out<double, 1> a, brick::in<double, 1> b) { a(0) = b(0); }
#endif
