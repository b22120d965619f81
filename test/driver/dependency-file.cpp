// Dependency files name the user's source, not the generated one, and keep the target that a build system asks for.
// RUN: %brickc -c %s -MD -MT wanted.o -MF %t.d -o %t.o
// RUN: FileCheck %s --input-file=%t.d
// RUN: %brickc -c %s -MMD -o %t.2.o
// RUN: FileCheck %s --input-file=%t.2.d --check-prefix=OWN
// CHECK: wanted.o:
// CHECK-NOT: .brick.cpp
// CHECK: dependency-file.cpp
// CHECK-NOT: .brick.cpp
// CHECK: brick/brick.hpp
// OWN: dependency-file.cpp.tmp.2.o:
// OWN-NOT: .brick.cpp
// OWN: dependency-file.cpp
#include <brick/brick.hpp>

[[brick::stencil]]
void copy(brick::out<double, 1> b, brick::in<double, 1> a) {
  b(0) = a(0);
}
