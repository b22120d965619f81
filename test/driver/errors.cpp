// Bad command lines: the message names the argument and says what is accepted.
// RUN: not %brickc 2>&1 | FileCheck %s --check-prefix=NOTHING
// RUN: not %brickc --emit=assembly %s 2>&1 | FileCheck %s --check-prefix=EMIT
// RUN: not %brickc --brick=8x-8 %s 2>&1 | FileCheck %s --check-prefix=BRICK
// RUN: not %brickc --target=cray-1 %s 2>&1 | FileCheck %s --check-prefix=TARGET
// RUN: not %brickc --exlpain %s 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: not %brickc %s -o 2>&1 | FileCheck %s --check-prefix=OUTPUT
// RUN: not %brickc --host-compiler=/no/such/compiler -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not %brickc -c %t.missing.cpp 2>&1 | FileCheck %s --check-prefix=MISSING --implicit-check-not=error:
// RUN: not %brickc -c -std=c++17 %s 2>&1 | FileCheck %s --check-prefix=STANDARD
// RUN: not %brickc -c -std=c++20 -ansi --std=gnu++14 %s 2>&1 | FileCheck %s --check-prefix=OLDER
// RUN: not %brickc -Ofast -c %s 2>&1 | FileCheck %s --check-prefix=LOOSE
// RUN: not %brickc --fp=strict -ffp-contract=fast -O3 -c %s 2>&1 | FileCheck %s --check-prefix=CONTRACT
// RUN: not %brickc -ffp-model=precise -c %s 2>&1 | FileCheck %s --check-prefix=MODEL
// RUN: not %brickc -fno-honor-infinities -c %s 2>&1 | FileCheck %s --check-prefix=HONOR
// RUN: %brickc --reference -O1 -ffast-math -c %s -o %t.o
// RUN: %brickc --fp=strict -Ofast -O2 -ffast-math -fno-fast-math -c %s -o %t.o
// RUN: cp %s %t.same.cpp && ln -sf %t.same.cpp %t.link.cpp
// RUN: not %brickc -c %t.same.cpp -o %t.same.cpp 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %brickc --emit=source %t.same.cpp -o %t.link.cpp 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %brickc -c %t.same.cpp --save-plan=%t.same.cpp -o %t.o 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: not %brickc -c %t.same.cpp -MD -MF %t.same.cpp -o %t.o 2>&1 | FileCheck %s --check-prefix=SAME
// RUN: diff %s %t.same.cpp
// SAME: .cpp' is a source file: writing the output there would destroy it
// NOTHING: no input files
// EMIT: --emit: unknown value 'assembly'; accepted: ast, ir, deps, plan, kernels, source, obj, exe
// BRICK: --brick: '8x-8' is not a shape such as 8x8x8
// TARGET: --target: unknown value 'cray-1'; accepted: native, x86-64-v2
// TYPO: unknown option '--exlpain'; did you mean '--explain'?
// OUTPUT: -o: needs a file name
// RUN: not %brickc --emit=ir --save-plan=%t.yaml %s 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// RUN: not %brickc --reference --save-plan=%t.yaml -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// RUN: not %brickc -E --save-plan=%t.yaml %s 2>&1 | FileCheck %s --check-prefix=UNPLANNED
// UNPLANNED: --save-plan: nothing is planned with --reference, -E, or --emit of a stage before the plan
// RUN: not %brickc --emit=ir %s -o /dev/full 2>&1 | FileCheck %s --check-prefix=FULL --implicit-check-not=LLVM
// FULL: brickc: error: '/dev/full': No space left on device
// RUN: not sh -c '%brickc --help > /dev/full' 2>&1 | FileCheck %s --check-prefix=STDOUT --implicit-check-not=LLVM
// RUN: not sh -c '%brickc --version > /dev/full' 2>&1 | FileCheck %s --check-prefix=STDOUT --implicit-check-not=LLVM
// STDOUT: brickc: error: 'standard output': No space left on device
// LOOSE: '-Ofast' lets the host compiler change results, which would depend on the number of ranks then: leave it out
// CONTRACT: '-ffp-contract=fast' lets
// MODEL: '-ffp-model=precise' lets
// HONOR: '-fno-honor-infinities' lets
// HOST: host compiler '/no/such/compiler' not found
// MISSING: error: no such file: '{{.*}}missing.cpp'
// STANDARD: -std=c++17: brick needs C++20 or newer
// OLDER: -std=gnu++14: brick needs
int main() {}
// A saved plan decides what some options decide.
// RUN: %brickc --emit=plan --target=x86-64-v3 --save-plan=%t.yaml %s -o /dev/null
// RUN: not %brickc --emit=source --plan=%t.yaml --target=x86-64-v4 %s 2>&1 | FileCheck %s --check-prefix=PLAN
// PLAN: --target: the plan in '{{.*}}.yaml' already decides this
