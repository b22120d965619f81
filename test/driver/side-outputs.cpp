// What host compilers write beside an object is beside the program where both are made at once, with the names that
// they would choose; nothing else stays behind. SPDX-License-Identifier: MIT
// RUN: rm -rf %t && mkdir -p %t/out %t/tmp && cp %s %t/user.cpp && cd %t
// RUN: env TMPDIR=%t/tmp %brickc -O0 --coverage user.cpp -o out/program && ./out/program
// RUN: ls out | FileCheck %s --check-prefix=COVERAGE --implicit-check-not={{.}}
// COVERAGE: program
// COVERAGE-NEXT: program-user.gcda
// COVERAGE-NEXT: program-user.gcno
// RUN: env TMPDIR=%t/tmp %brickc -O0 -g -gsplit-dwarf user.cpp && ls | FileCheck %s --check-prefix=DEBUG
// DEBUG-NOT: a-user.o
// DEBUG: a-user.dwo
// DEBUG-NEXT: a.out
// RUN: rm out/* && env TMPDIR=%t/tmp %brickc -O0 -save-temps --host-compiler=%clang user.cpp -o out/program
// RUN: ls user.ii user.s out/program-user.o
// RUN: ls tmp | FileCheck %s --check-prefix=NOTHING --allow-empty
// NOTHING-NOT: {{.}}

// Objects are the same each time, and linkers name the user's file.
// RUN: %brickc -O1 -g -c user.cpp -o first.o && %brickc -O1 -g -c user.cpp -o second.o && cmp first.o second.o
// RUN: %brickc -O1 -g --host-compiler=%clang -c user.cpp -o first.o
// RUN: %brickc -O1 -g --host-compiler=%clang -c user.cpp -o second.o && cmp first.o second.o
// RUN: not %brickc -O1 -DMISSING user.cpp 2>&1 | FileCheck %s --check-prefix=LINKER
// LINKER: user.o: in function `main':
// LINKER-NEXT: user.cpp:{{.*}}: undefined reference to `missing()'
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }

#ifdef MISSING
int missing();
int main() { return missing(); }
#else
int main() {}
#endif
