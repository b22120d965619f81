// What a step is run with is checked where it is run, by the compilers. SPDX-License-Identifier: MIT
// RUN: not %brickc -c %s -o %t.o 2>&1 | FileCheck %s '--implicit-check-not={{hpp:[0-9]+:[0-9]+: error}}'
// RUN: not %brickc --reference -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 0); }

[[brick::step]] void go(brick::field<double, 2>& next, const brick::field<double, 2>& u) { brick::apply<copy>(next, u); }

void nothing(double) {}

void all(brick::field<double, 2>& u, const brick::field<double, 2>& other) {
  brick::run<go>(1, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: no matching function for call to 'run'
  // HOST: run-arguments.cpp:[[@LINE-2]]:17: error: no matching function for call to {{.*}}run<go>(int,
  brick::run<go>(1, other, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: no matching function for call to 'run'
  brick::run_until<go>(1, [] { return true; }, 10, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: no matching function for call to 'run_until'
  brick::run<nothing>(1, 0.5);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: no matching function for call to 'run'
  brick::run<go>(1, u, other);
}
