// What a step is run with is checked where it is run; by brickc at the user's line, else by the library's headers.
// SPDX-License-Identifier: MIT
// RUN: not %brickc -c %s -o %t.o 2>&1 | FileCheck %s '--implicit-check-not={{hpp:[0-9]+:[0-9]+: error}}'
// RUN: not %brickc --reference -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=HOST
// RUN: not %brickc -DNO_FIELD -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=NO-FIELD
#include <brick/brick.hpp>

[[brick::stencil]] void copy(brick::out<double, 2> next, brick::in<double, 2> u) { next(0, 0) = u(0, 0); }

[[brick::step]] void go(brick::field<double, 2>& next, const brick::field<double, 2>& u) { brick::apply<copy>(next, u); }

void nothing(double) {}

void all(brick::field<double, 2>& u, const brick::field<double, 2>& other) {
#ifndef NO_FIELD
  brick::run<go>(1, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: 'go' is called with 1 argument(s), not 2
  // HOST: run-arguments.cpp:[[@LINE-2]]:17:   required from here
  // HOST: error: static assertion failed: brick: a step is run with one argument for each of its parameters
  brick::run<go>(1, other, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:21: error: argument 1 of 'go' is 'const brick::field<double, 2>', but 'next' takes
  // HOST: run-arguments.cpp:[[@LINE-2]]:17:   required from here
  // HOST: error: static assertion failed: brick: an argument does not fit its parameter of the step
  brick::run_until<go>(1, [] { return true; }, 10, u);
  // CHECK: run-arguments.cpp:[[@LINE-1]]:3: error: 'go' is called with 1 argument(s), not 2
  // HOST: run-arguments.cpp:[[@LINE-2]]:23:   required from here
#else
  brick::run<nothing>(1, 0.5);
  // NO-FIELD: run-arguments.cpp:[[@LINE-1]]:3: warning: 'nothing' is not compiled: it has no [{{\[}}brick::step]]
  // NO-FIELD: error: static assertion failed: a step takes at least one brick::field<T, D>&
#endif
  brick::run<go>(1, u, other);
}
