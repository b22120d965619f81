// nvcc takes kernels without a warning: for one GPU and for any, of fields of all types, functions, integers, tables; fused sweeps.
// SPDX-License-Identifier: MIT
// REQUIRES: nvcc
// RUN: %brickc --target=cuda:sm_90 -Werror -fsyntax-only %s 2>&1 | count 0
// RUN: %brickc --target=cuda --fp=strict -g -fsyntax-only %s 2>&1 | count 0
// RUN: %brickc --target=cuda -O1 -c %S/../end-to-end/language/functions.cpp -o %t.o 2>&1 | count 0
// RUN: %brickc --target=cuda:sm_90 -Werror -fsyntax-only %S/../end-to-end/fusion/fusion.cpp 2>&1 | count 0
#include <brick/brick.hpp>
#include <cmath>

namespace own {
template <class T>
[[brick::stencil]] void mix(brick::inout<T, 3> v, brick::out<float, 3> w, brick::in<int, 3> n, brick::point<3> p,
                            const std::array<double, 3>& c, bool on) {
  const T sum = n(-1, 0, 0) + n(0, 1, 0) / 3 + n(0, 0, 2) % 7;
  if (on && p[2] > 3) v(0, 0, 0) += std::sqrt(sum) * static_cast<T>(c[1]);
  w(0, 0, 0) = std::pow(static_cast<float>(p[0]), 2.5F) + std::exp(static_cast<float>(v(0, 0, 0)));
}

[[brick::stencil]] double norm(brick::in<double, 3> v) { return v(0, 0, 0) * v(0, 0, 1); }
} // namespace own

[[brick::step]] void advance(brick::field<double, 3>& v, brick::field<float, 3>& w, const brick::field<int, 3>& n,
                             const std::array<double, 3>& c) {
  brick::apply<own::mix<double>>(v, w, n, c, true);
  const double size = brick::reduce<own::norm>(brick::sum, v);
  if (size > 1) brick::apply<own::mix<double>>(v, w, n, c, false);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto grid = brick::grid_for<advance>(runtime, {.cells = {8, 8, 8}});
  brick::field<double, 3> v(grid, "v");
  brick::field<float, 3> w(grid, "w");
  brick::field<int, 3> n(grid, "n");
  brick::run<advance>(1, v, w, n, std::array{1.0, 2.0, 3.0});
}
