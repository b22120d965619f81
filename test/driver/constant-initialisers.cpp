// Whether the initialiser of a constexpr variable is a constant is for the host compiler to say. SPDX-License-Identifier: MIT
// RUN: not %brickc -c %s -o %t.o 2>&1 | FileCheck %s --implicit-check-not=generated.
// RUN: not %brickc -c -DMANY %s -o %t.o 2>&1 | FileCheck %s --check-prefix=OTHER --implicit-check-not=initialized
#include <brick/brick.hpp>
#include <cstdlib>

constexpr int random_number = std::rand();
// CHECK: constant-initialisers.cpp:[[@LINE-1]]:{{[0-9]+}}: error: {{.*rand|constexpr variable}}
// CHECK: host compiler {{.*}} failed

#ifdef MANY // errors of other kinds are brickc's to tell, whatever comes before them
template <int N> constexpr int numbers = std::rand() + N;
constexpr int a = numbers<1> + numbers<2> + numbers<3> + numbers<4> + numbers<5> + numbers<6> + numbers<7> +
                  numbers<8> + numbers<9> + numbers<10> + numbers<11> + numbers<12> + numbers<13> + numbers<14> +
                  numbers<15> + numbers<16> + numbers<17> + numbers<18> + numbers<19> + numbers<20> + numbers<21>;
int undeclared = declared_nowhere;
// OTHER: constant-initialisers.cpp:[[@LINE-1]]:18: error: use of undeclared identifier 'declared_nowhere'
// OTHER: 1 error generated.
#endif

[[brick::stencil]] void kernel(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0); }
