// Options that change the language are Clang's, too: the sizes and signs of types are the same in stencils as in the
// rest of the program. Others, and those that Clang does not know, stay with the host compiler.
// SPDX-License-Identifier: MIT
// RUN: %brickc --emit=ir %s | FileCheck %s --check-prefix=PLAIN
// RUN: %brickc --emit=ir -funsigned-char -fshort-enums -fshort-wchar %s | FileCheck %s --check-prefix=OTHER
// RUN: %brickc --emit=ir -Xclang -fno-signed-char -fshort-enums -fshort-wchar %s | FileCheck %s --check-prefix=OTHER
// RUN: %brickc --emit=ir -fsigned-char -fwrapv -fno-exceptions -fno-rtti -ftemplate-depth=500 -fconstexpr-depth=99 \
// RUN:   -fms-extensions -fno-char8_t %s | FileCheck %s --check-prefix=PLAIN
// PLAIN: next = -56.0 * u[-1] + 4.0 * u[1] + 4.0 * u[2]
// OTHER: next = 200.0 * u[-1] + 1.0 * u[1] + 2.0 * u[2]

// RUN: %brickc --emit=ir -fopenmp -flto -fsanitize=bounds-strict -fconstexpr-ops-limit=100 -fvisibility=hidden %s \
// RUN:   -fno-tree-vectorize -Xclang -disable-llvm-passes -mllvm -stats | FileCheck %s --check-prefix=PLAIN

// Options whose value is a word of its own.
// RUN: %brickc --emit=ir --sysroot / -isysroot / -B /nowhere -dumpbase other.cpp -T none -wrapper env,-i %s \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// RUN: %brickc -O0 -c -funsigned-char -fshort-enums -fshort-wchar -DSAME %if gcc %{-dumpbase other.cpp%} --sysroot / \
// RUN:   %s -o %t.o
// RUN: %brickc -O0 -c -funsigned-char -fshort-enums -fshort-wchar -DSAME --host-compiler=%clang %s -o %t.o
// RUN: not %brickc -c -fsingle-precision-constant %s 2>&1 | FileCheck %s --check-prefix=CONSTANTS
// CONSTANTS: -fsingle-precision-constant: stencils have constants of the type that C++ says
#include <brick/accessor.hpp>

enum size { small };
#ifdef SAME
static_assert(sizeof(size) == 1 && sizeof(wchar_t) == 2);
#endif

[[brick::stencil]] void types(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = static_cast<char>(200) * u(-1) + sizeof(size) * u(1) + sizeof(wchar_t) * u(2);
}
