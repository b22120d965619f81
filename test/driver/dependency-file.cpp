// Dependency files name the user's source, not the generated one, and keep the target that a build system asks for.
// SPDX-License-Identifier: MIT
// RUN: rm -rf %t && split-file %s %t && cd %t
// RUN: %brickc -O0 -c user.cpp -MD -MT wanted.o -MF a.d -o a.o && FileCheck %s --input-file=a.d
// RUN: %brickc -O0 -c user.cpp -MMD -o a.2.o && FileCheck %s --input-file=a.2.d --check-prefix=OWN
// RUN: %brickc -O0 -c user.cpp -Wp,-MD,b.d -MT wanted.o -o a.o && FileCheck %s --input-file=b.d
// RUN: %brickc -O0 -c user.cpp -Wp,-MMD,c.d -o a.2.o && FileCheck %s --input-file=c.d --check-prefix=OWN
// CHECK: wanted.o:
// CHECK-NOT: /brickc-
// CHECK: user.cpp
// CHECK-SAME: the\ kernel.hpp
// CHECK-NOT: /brickc-
// CHECK: brick/brick.hpp
// OWN: a.2.o:
// OWN-SAME: user.cpp
// OWN-NOT: /brickc-

// A program depends on its sources itself, as the objects go. Of several each has a file of its own.
// RUN: mkdir -p out && %brickc -O0 main.cpp -MMD -o out/one.x && FileCheck %s --input-file=out/one.d --check-prefix=ONE
// RUN: %brickc -O0 main.cpp user.cpp -MMD -o out/two && FileCheck %s --input-file=out/two-user.d --check-prefix=TWO
// RUN: FileCheck %s --input-file=out/two-main.d --check-prefix=MAIN
// ONE: out/one.x: main.cpp
// TWO: out/two: user.cpp
// TWO-SAME: the\ kernel.hpp
// MAIN: out/two: main.cpp

// What is beside a source comes before the folders for quoted headers, as it does for other compilers.
// RUN: mkdir -p other && cp other.hpp other/beside.hpp && %brickc -O0 -iquote other -c beside.cpp -o beside.o

// Headers that have become part of the generated file may be deleted, too.
// RUN: %brickc -O0 -c user.cpp -MD -MP -MF p.d -o a.o && FileCheck %s --input-file=p.d --check-prefix=PHONY
// PHONY: {{^(\./)?}}the\ kernel.hpp:{{$}}

// Plans and machines that are given decide too.
// RUN: %brickc --save-plan=plan.yaml --emit=plan user.cpp
// RUN: %brickc -O0 -c user.cpp -MD -MF q.d --plan=plan.yaml -o a.o && FileCheck %s --input-file=q.d --check-prefix=PLAN
// RUN: %brickc -O0 -c user.cpp -MD -MF q.d --machine=%S/Inputs/machine.yaml -o a.o && FileCheck %s --input-file=q.d --check-prefix=MACHINE
// PLAN: user.cpp{{.*}} plan.yaml
// MACHINE: user.cpp{{.*}}machine.yaml

//--- the kernel.hpp
#include <brick/brick.hpp>

[[brick::stencil]]
inline void copy(brick::out<double, 1> b, brick::in<double, 1> a) {
  b(0) = a(0);
}

//--- main.cpp
int main() { return 0; }

//--- other.hpp
#error the header beside the source comes first

//--- beside.hpp
#include "the kernel.hpp"

//--- beside.cpp
#include "beside.hpp"

[[brick::step]] void copy_all(brick::field<double, 1>& b, brick::field<double, 1>& a) { brick::apply<copy>(b, a); }

//--- user.cpp
#include "the kernel.hpp"
