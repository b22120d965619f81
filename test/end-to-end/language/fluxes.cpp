// Values that a cell and the next one have in common, which are computed once: fluxes of several fields and types,
// beside
// walls, in reductions, through what a condition chooses. SPDX-License-Identifier: MIT
#include "hash.hpp"

#include <algorithm>
#include <cmath>

using brick::in;
using brick::out;
using brick::point;

template <class T> T limited(T a, T b) { return a * b > 0 ? (std::abs(a) < std::abs(b) ? a : b) : T(0); }

/// Through the face between `b` and `c`, by what is on both sides of it.
template <class T> T flux(T a, T b, T c, T d) {
  const T left = b + T(0.5) * limited(b - a, c - b), right = c - T(0.5) * limited(c - b, d - c);
  return T(0.5) * (left * left + right * right) / (T(1) + std::abs(left - right));
}

/// Weights of different faces, one of them two cells away, and a place that is the same value in another column.
[[brick::stencil]] void transport(out<double, 2> next, out<float, 2> single, in<double, 2> u, in<float, 2> v,
                                  point<2> p, double k) {
  const auto across = [&](int i) { return flux(u(i - 2, 0), u(i - 1, 0), u(i, 0), u(i + 1, 0)); };
  const auto along = [&](int j) { return flux(u(0, j - 2), u(0, j - 1), u(0, j), u(0, j + 1)); };
  next(0, 0) = u(0, 0) - k * (across(1) - across(0) + 0.1 * across(-1) + along(1) - along(0)) + 1e-3 * double(p[1] % 3);
  const auto mixed = [&](int i, int j) { return std::sqrt(std::abs(v(i, j) * v(i - 1, j))) / (2 + v(i, j) * v(i, j)); };
  single(0, 0) = v(0, 0) - float(0.2 * k) * (mixed(1, 0) - mixed(0, 0)) + mixed(0, 1) * float(u(0, 0));
}

[[brick::stencil]] void digits(out<std::int64_t, 2> next, in<std::int64_t, 2> n, in<int, 2> few) {
  const auto mixed = [&](int i) {
    const std::int64_t a = n(i, 0) / (few(i + 1, 0) + 8) + n(i + 1, 0) % 1000003;
    return (a ^ (a >> 5)) % 1000003 * 31 + std::max<std::int64_t>(a, few(i, 0)) % 4099 + (a & 255);
  };
  next(0, 0) = mixed(0) - mixed(-1) + n(0, 1);
}

/// What flows in and out, as a reduction.
[[brick::stencil]] double balance(in<double, 2> u) {
  const double ahead = flux(u(-1, 0), u(0, 0), u(1, 0), u(2, 0)), behind = flux(u(-2, 0), u(-1, 0), u(0, 0), u(1, 0));
  return u(0, 0) > 0 ? ahead - behind : ahead * behind;
}

[[brick::step]] void advance(brick::field<double, 2>& u, brick::field<double, 2>& next, brick::field<float, 2>& v,
                             brick::field<float, 2>& single, brick::field<std::int64_t, 2>& n,
                             brick::field<std::int64_t, 2>& more, const brick::field<int, 2>& few, double k) {
  brick::apply<transport>(next, single, u, v, k);
  brick::apply<digits>(more, n, few);
  swap(u, next);
  swap(v, single);
  swap(n, more);
}

/// A region of its own, and few cells.
[[brick::step]] void inside(brick::field<double, 2>& u, brick::field<float, 2>& v, brick::field<double, 2>& next,
                            brick::field<float, 2>& single, const brick::box<2>& cells, double k) {
  brick::apply<transport>(brick::on(cells), next, single, u, v, k);
}

void compute(const brick::runtime& runtime, const brick::index<2>& cells, const brick::boundaries<2>& boundary) {
  auto grid = brick::grid_for<advance, inside>(runtime, {.cells = cells, .boundary = boundary});
  brick::field<double, 2> u(grid, "u"), next(grid, "next");
  brick::field<float, 2> v(grid, "v"), single(grid, "single");
  brick::field<std::int64_t, 2> n(grid, "n"), more(grid, "more");
  brick::field<int, 2> few(grid, "few");
  u.fill([](point<2> p) { return double((p[0] * 37 + p[1] * 11) % 17) / 8 - 1; });
  v.fill([](point<2> p) { return float((p[0] * 13 + p[1] * 29) % 23) / 16 - 0.5f; });
  n.fill([](point<2> p) { return (p[0] * 7919 + p[1] * 104729) * 1000003; });
  few.fill([](point<2> p) { return int((p[0] * 5 + p[1]) % 15) - 7; });
  brick::run<advance>(4, u, next, v, single, n, more, few, 0.05);
  brick::run<inside>(1, u, v, next, single, brick::box<2>{{3, 2}, {cells[0] - 2, cells[1] - 5}}, 0.03);
  report("u", runtime, u);
  report("next", runtime, next);
  report("v", runtime, v);
  report("single", runtime, single);
  report("n", runtime, n);
  const double most = brick::reduce<balance>(brick::max, u), total = brick::reduce<balance>(brick::sum, u);
  if (runtime.rank() == 0) std::printf("%a %a\n", most, total);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  compute(runtime, {37, 53}, {brick::periodic, brick::periodic});
  compute(runtime, {24, 64}, {brick::dirichlet(0.5), brick::neumann});
  compute(runtime, {41, 19}, {brick::neumann, brick::dirichlet(-0.25)});
}
