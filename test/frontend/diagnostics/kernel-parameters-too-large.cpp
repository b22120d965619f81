// SPDX-License-Identifier: MIT
// RUN: not %brickc --target=cuda:host --emit=plan %s 2>&1 | FileCheck %s
// RUN: %brickc --target=x86-64-v3 --emit=plan %s -o /dev/null
#include <brick/brick.hpp>

// CHECK: kernel-parameters-too-large.cpp:[[@LINE+2]]:25: error: the fields, scalars and tables of 'wide' are 33{{[0-9]+}} bytes of parameters of a kernel
// CHECK: note: CUDA passes 32764 at most; put large tables into fields
[[brick::stencil]] void wide(brick::out<double, 1> next, brick::in<double, 1> u, const std::array<double, 4200>& c) {
  next(0) = c[4199] * u(1);
}
