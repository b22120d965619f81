// Compilers and editors that do not know brick's attributes do not warn of a user's file, without any flag.
// SPDX-License-Identifier: MIT
// RUN: %clang -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%include -fsyntax-only %s
// RUN: g++ -std=c++20 -Wall -Wextra -Wpedantic -Werror -I%include -fsyntax-only %s
// RUN: %brickc -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -c %s -o %t.o
// RUN: %brickc --host-compiler=%clang -Wall -Wextra -Wpedantic -Wshadow -Werror -O1 -c %s -o %t.o
#include <brick/brick.hpp>

double shape = 1, range = 2, lanes = 3; // names of generated code

namespace app {
template <int R, class T>
[[brick::stencil]] void smooth(brick::out<T, 2> next, brick::in<T, 2> u, const std::array<T, R + 1>& c, bool on) {
  T sum = c[0] * u(0, 0);
  for (int r = 1; r <= R; ++r) sum += c[r] * (u(-r, 0) + u(r, 0) + u(0, -r) + u(0, r));
  next(0, 0) = on ? sum : u(0, 0);
}
} // namespace app

[[brick::stencil]] void unused(brick::out<double, 2> next, brick::in<double, 2> u, [[maybe_unused]] double k) {
  next(0, 0) = u(0, 1);
}

namespace {
[[brick::stencil]] double value(brick::in<double, 2> u) { return u(0, 0); }
} // namespace

double sum(const brick::field<double, 2>& u) { return brick::reduce<value>(brick::sum, u); }

[[brick::step]] void also_unused(brick::field<double, 2>& u, brick::field<double, 2>& next, [[maybe_unused]] int n) {
  brick::apply<unused>(next, u, 1.0);
}

[[brick::step]]
void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, const std::array<double, 3>& c) {
  brick::apply<app::smooth<2, double>>(next, u, c, true);
  swap(u, next);
}
