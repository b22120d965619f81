// What a file is: by its extension, by -x for those behind it, and what comes from standard input. Sources of other
// languages are the host compiler's. SPDX-License-Identifier: MIT
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %brickc -O0 -x c++ main.cpp -o program && ./program | FileCheck %s
// RUN: cp main.cpp main.CPP && cp main.cpp main.c++ && cp main.cpp main.cp && cp main.cpp main.inl
// RUN: %brickc --emit=ir main.CPP main.c++ main.cp -xc++ main.inl | FileCheck %s --check-prefix=IR
// CHECK: 2
// IR-COUNT-4: stencil "twice"

// RUN: %brickc -O0 -x c++ -c - -o it.o < main.cpp && %brickc it.o -o program && ./program | FileCheck %s
// RUN: %brickc -fsyntax-only -x c++ - < main.cpp
// RUN: sed 's/= BY/= missing/' main.cpp | not %brickc -x c++ -c - 2>&1 | FileCheck %s --check-prefix=MISSING
// RUN: %brickc -E -x c++ - < main.cpp | FileCheck %s --check-prefix=PREPROCESSED
// RUN: %brickc -dM -E -x c++ /dev/null | FileCheck %s --check-prefix=MACROS
// RUN: %brickc --explain -O0 -x c++ -c -o it.o - < main.cpp 2>&1 | FileCheck %s --check-prefix=EXPLAINED
// EXPLAINED: <stdin>:7:{{[0-9]+}}: remark: stencil 'twice' reads
// MISSING: <stdin>:8:{{[0-9]+}}: error: use of undeclared identifier 'missing'
// PREPROCESSED: next(0) = 2 * u(0)
// MACROS: #define __cplusplus 202002L

// Others are compiled beside C++, and linked with it.
// RUN: %brickc -O0 -DOTHER main.cpp -x c other.c -xnone more.s -o program
// RUN: ./program | FileCheck %s --check-prefix=OTHER
// RUN: %brickc -O0 -DOTHER -c main.cpp -x c other.c && %brickc -c more.s -o more.o
// RUN: %brickc main.o other.o more.o -o program && ./program | FileCheck %s --check-prefix=OTHER
// RUN: %brickc -S -x c other.c && FileCheck %s --check-prefix=ASSEMBLY --input-file=other.s
// OTHER: 2 and 42
// ASSEMBLY: answer

// Headers are precompiled as the sources are compiled that take them.
// RUN: %brickc -O0 --host-compiler=g++ -x c++-header -c other.hpp -o other.hpp.gch
// RUN: %brickc -O0 --host-compiler=g++ -Winvalid-pch -Werror -include other.hpp -c main.cpp
// RUN: rm other.hpp.gch && %brickc -O0 --host-compiler=g++ other.hpp -o other.hpp.gch
// RUN: %brickc -O0 --host-compiler=g++ -Winvalid-pch -Werror -include other.hpp -c main.cpp

// RUN: not %brickc --emit=ir other.c 2>&1 | FileCheck %s --check-prefix=STAGE
// RUN: not %brickc -c main.ii 2>&1 | FileCheck %s --check-prefix=TWICE
// STAGE: error: 'other.c' is not C++: it has no stage to emit but obj and exe
// TWICE: error: 'main.ii' is preprocessed: brickc compiles sources as they are written (--reference takes it)

//--- main.cpp
#include <brick/brick.hpp>
#include <cstdio>
#ifdef OTHER
extern "C" int answer();
#endif
#define BY 2
[[brick::stencil]] void twice(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = BY * u(0);
}
[[brick::step]] void advance(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<twice>(next, u);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance>(runtime, {.cells = {32}, .boundary = brick::periodic});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill(1);
  brick::run<advance>(1, u, next);
  std::printf("%g", next.value({0}));
#ifdef OTHER
  std::printf(" and %d", answer());
#endif
}

//--- other.hpp
inline int unused() { return 0; }

//--- other.c
int more(void);
int answer(void) {
  int new = more(); /* no C++ */
  return new;
}

//--- more.s
  .globl more
more:
  movl $42, %eax
  ret
  .section .note.GNU-stack,"",@progbits
