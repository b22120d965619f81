// Loops of steps whose ends only a run knows: counted, until something has converged, nested, left early, in functions,
// with structs and arrays that iterations change; prints what they leave, and a hash of the bits of every field.
// SPDX-License-Identifier: MIT
#include "hash.hpp"
#include <array>
#include <cmath>

using brick::in;
using brick::inout;
using brick::out;
using field = brick::field<double, 2>;

[[brick::stencil]] void smooth(out<double, 2> next, in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}
[[brick::stencil]] void bend(out<double, 2> q, in<double, 2> p) {
  q(0, 0) = 4.5 * p(0, 0) - p(-1, 0) - p(1, 0) - p(0, -1) - p(0, 1);
}
[[brick::stencil]] void copy(out<double, 2> to, in<double, 2> from) { to(0, 0) = from(0, 0); }
[[brick::stencil]] void add(inout<double, 2> to, double factor, in<double, 2> p) { to(0, 0) += factor * p(0, 0); }
[[brick::stencil]] void turn(inout<double, 2> p, double factor, in<double, 2> r) {
  p(0, 0) = r(0, 0) + factor * p(0, 0);
}
[[brick::stencil]] double product(in<double, 2> a, in<double, 2> b) { return a(0, 0) * b(0, 0); }
[[brick::stencil]] double largest(in<double, 2> u) { return std::abs(u(0, 0)); }

// A solver within a step: an implicit step of heat conduction.
struct solution {
  int iterations = 0;
  double defect = 0;
};

solution solve(field& x, const field& b, double tolerance, int most) {
  field r(x.grid(), "r"), p(x.grid(), "p"), q(x.grid(), "q");
  brick::apply<bend>(q, x);
  brick::apply<copy>(r, b);
  brick::apply<add>(r, -1, q);
  brick::apply<copy>(p, r);
  solution found{0, brick::reduce<product>(brick::sum, r, r)};
  while (found.defect > tolerance && found.iterations < most) {
    brick::apply<bend>(q, p);
    const double alpha = found.defect / brick::reduce<product>(brick::sum, p, q);
    brick::apply<add>(x, alpha, p);
    brick::apply<add>(r, -alpha, q);
    const double before = found.defect;
    found.defect = brick::reduce<product>(brick::sum, r, r);
    brick::apply<turn>(p, found.defect / before, r);
    ++found.iterations;
  }
  return found;
}

[[brick::step]] void implicit(field& u, field& b, double tolerance, int& iterations, double& defect) {
  brick::apply<copy>(b, u);
  const solution found = solve(u, b, tolerance, 500);
  iterations += found.iterations;
  defect = found.defect;
}

// Nested loops, of which one depends on the other, with temporaries, a continue and a break.
struct record {
  field u, next;
  std::array<double, 3> last;
  short turns;
  unsigned hash;
};

[[brick::step]] void mixed(record& s, int outer, double limit) {
  double k = 0.01;
  for (int i = 0; i < outer; ++i) {
    s.hash = s.hash * 31u + static_cast<unsigned>(i);
    if (i % 3 == 1) continue;
    field middle(s.u.grid(), "middle");
    brick::apply<smooth>(middle, s.u, k);
    for (int j = i; j > 0; j -= 2) {
      brick::apply<smooth>(s.next, middle, k / j);
      swap(s.next, middle);
      ++s.turns;
    }
    swap(s.u, middle);
    for (int at = 2; at > 0; --at)
      s.last[at] = s.last[at - 1];
    s.last[0] = brick::reduce<largest>(brick::max, s.u);
    if (s.last[0] < limit) break;
    k *= 1.25;
  }
}

// A function that returns from within a loop, one that is run at most once, and one whose condition has effects.
double until(field& u, field& next, double limit, int& left) {
  while (left-- > 0) {
    brick::apply<smooth>(next, u, 0.2);
    swap(u, next);
    const double now = brick::reduce<largest>(brick::max, u);
    if (now < limit) return now;
  }
  return -1;
}

[[brick::step]] void called(field& u, field& next, double limit, int& left, double& first, double& second, bool& done) {
  first = until(u, next, limit, left);
  if (done) return;
  second = until(u, next, limit / 2, left);
  do {
    brick::apply<smooth>(next, u, 0.05);
    swap(u, next);
  } while (brick::reduce<largest>(brick::max, u) > limit / 4 && !done);
  while (const int odd = left % 2) {
    brick::apply<smooth>(next, u, 0.01 * odd);
    swap(u, next);
    --left;
  }
  for (;;) {
    brick::apply<smooth>(next, u, 0.02);
    swap(u, next);
    if (++left > 7) return;
    done = true;
  }
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<implicit, mixed, called>(runtime, {.cells = {41, 35}, .boundary = brick::dirichlet(0)});
  const auto tell = [&]<class... T>(const char* format, T... values) {
    if (runtime.rank() == 0) std::printf(format, values...);
  };
  const auto hill = [](brick::point<2> p) { return 0.1 * static_cast<double>((p[0] * 7 + p[1] * 3) % 11); };
  field u(grid, "u"), next(grid, "next");
  u.fill(hill);
  int iterations = 0;
  double defect = 0;
  for (const double tolerance : {1e-20, 1e-6, 1e9}) {
    brick::run<implicit>(2, u, next, tolerance, iterations, defect);
    tell("%d %a\n", iterations, defect);
  }
  report("implicit", runtime, u);

  record s{field(grid, "a"), field(grid, "next a"), {}, 0, 17};
  s.u.fill(hill);
  for (const int outer : {0, 1, 5, 40}) {
    brick::run<mixed>(2, s, outer, 0.6);
    tell("%d %u %a %a %a\n", s.turns, s.hash, s.last[0], s.last[1], s.last[2]);
    report("mixed", runtime, s.u);
  }

  double first = 0, second = 0;
  bool done = false;
  int left = 9;
  u.fill(hill);
  for (const double limit : {0.5, 0.3, 0.2}) {
    brick::run<called>(1, u, next, limit, left, first, second, done);
    tell("%d %a %a %d\n", left, first, second, done);
    report("called", runtime, u);
    left = 30;
    done = limit < 0.4;
  }
}
