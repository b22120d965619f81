// Scalars that steps change: parameters by reference, and numbers of groups of fields; prints them, and a hash of the
// bits of every field. SPDX-License-Identifier: MIT
#include "hash.hpp"
#include <array>
#include <cmath>
#include <string>

using brick::in;
using brick::inout;
using brick::out;
using field = brick::field<double, 2>;

[[brick::stencil]] void laplacian(out<double, 2> q, in<double, 2> p) {
  q(0, 0) = 4.25 * p(0, 0) - p(-1, 0) - p(1, 0) - p(0, -1) - p(0, 1);
}
[[brick::stencil]] double product(in<double, 2> a, in<double, 2> b) { return a(0, 0) * b(0, 0); }
[[brick::stencil]] void add(inout<double, 2> to, double factor, in<double, 2> p) { to(0, 0) += factor * p(0, 0); }
[[brick::stencil]] void turn(inout<double, 2> p, double factor, in<double, 2> r) {
  p(0, 0) = r(0, 0) + factor * p(0, 0);
}

// Conjugate gradients: what a step has found is what the next one begins with.
[[brick::step]] void conjugate(field& x, field& r, field& p, field& q, double& rr) {
  brick::apply<laplacian>(q, p);
  const double alpha = rr / brick::reduce<product>(brick::sum, p, q);
  brick::apply<add>(x, alpha, p);
  brick::apply<add>(r, -alpha, q);
  const double before = rr;
  rr = brick::reduce<product>(brick::sum, r, r);
  brick::apply<turn>(p, rr / before, r);
}

// Numbers of all kinds, of which some paths change some. The field is not const, though nothing changes it.
void note(int& n, bool odd) {
  if (odd) ++n;
}

[[brick::step]] void count(field& x, double scale, float& mean, int& odd, short& turns, unsigned& seed, bool& ready,
                           std::int64_t& big, std::uint8_t& small, double& untouched, const double& fixed) {
  seed = seed * 1664525u + 1013904223u;
  ++turns;
  small += 100;
  big = big * 3 - small;
  note(odd, turns % 2 != 0);
  if (ready) return;
  const double total = brick::reduce<product>(brick::sum, x, x);
  mean = static_cast<float>(total * scale + fixed);
  if (turns > 2) {
    ready = mean > 0.5f;
    std::swap(odd, untouched > 0 ? odd : odd);
    turns = static_cast<short>(turns + 30000);
  }
}

// A group's: the steps of two solvers, exchanged values, numbers in arrays and structs.
struct progress {
  double last = 0;
  int steps = 0;
};
struct solver {
  field x, next;
  double rate;
  progress made;
  std::array<double, 3> history;
  std::string name;

  void remember(double value) {
    for (int i = 2; i > 0; --i)
      history[i] = history[i - 1];
    history[0] = value;
  }
};

[[brick::stencil]] void smooth(out<double, 2> next, in<double, 2> u, double k) {
  next(0, 0) = u(0, 0) + k * (u(-1, 0) + u(1, 0) + u(0, -1) + u(0, 1) - 4 * u(0, 0));
}

[[brick::step]] void advance(std::array<solver, 2>& both, int& rounds) {
  for (solver& s : both) {
    brick::apply<smooth>(s.next, s.x, s.rate);
    swap(s.x, s.next);
    const double norm = brick::reduce<product>(brick::sum, s.x, s.x);
    s.remember(norm);
    if (norm < s.made.last) s.rate *= 0.75;
    s.made.last = norm;
    ++s.made.steps;
  }
  std::swap(both[0].rate, both[1].rate);
  rounds += 2;
}

// Arguments in the same memory.
[[brick::step]] void scale(solver& a, solver& b, double& factor, const double& other) {
  a.rate += 1;
  b.rate = b.rate * 2 + a.rate + other;
  factor += 1;
  brick::apply<add>(a.x, factor * other, b.next);
}

// A struct that comes from within a loop.
progress stop(const field& x, int most, double limit) {
  for (int i = 0; i < most; ++i) {
    const double norm = brick::reduce<product>(brick::sum, x, x);
    if (norm + i > limit) return {norm, i};
  }
  return {-1, -1};
}

[[brick::step]] void look(const field& x, int most, double limit, solver& s) {
  const progress found = stop(x, most, limit);
  s.made.last += found.last;
  s.made.steps += found.steps;
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<conjugate, count, advance, scale, look>(
      runtime, {.cells = {37, 43}, .boundary = brick::dirichlet(0)});
  const auto tell = [&]<class... T>(const char* format, T... values) {
    if (runtime.rank() == 0) std::printf(format, values...);
  };
  field x(grid, "x"), r(grid, "r"), p(grid, "p"), q(grid, "q");
  const auto right_side = [](brick::point<2> at) { return at[0] % 7 == 3 ? 0.5 : 0.01 * static_cast<double>(at[1]); };
  r.fill(right_side);
  p.fill(right_side);
  double rr = brick::reduce<product>(brick::sum, r, r);
  const double stop = 1e-20 * rr;
  const auto steps = brick::run_until<conjugate>(1, [&] { return rr < stop; }, 200, x, r, p, q, rr);
  const double left = std::sqrt(brick::reduce<product>(brick::sum, r, r) - rr);
  tell("%ld steps, %a, %d\n", static_cast<long>(steps), rr, left == 0);
  report("x", runtime, x);

  float mean = -1;
  int odd = 5;
  short turns = 0;
  unsigned seed = 42;
  bool ready = false;
  std::int64_t big = -7;
  std::uint8_t small = 17;
  double untouched = 3, fixed = 0.25;
  for (int round = 0; round < 4; ++round) {
    brick::run<count>(round, x, 0.001, mean, odd, turns, seed, ready, big, small, untouched, fixed);
    tell("%a %d %d %u %d %ld %d %g\n", static_cast<double>(mean), odd, turns, seed, ready, static_cast<long>(big),
         small, untouched);
  }

  std::array<solver, 2> both{{{field(grid, "a"), field(grid, "next a"), 0.2, {}, {}, "first"},
                              {field(grid, "b"), field(grid, "next b"), 0.05, {}, {}, "second"}}};
  both[0].x.fill([](brick::point<2> at) { return static_cast<double>(at[1] % 5); });
  both[1].x.fill([](brick::point<2> at) { return static_cast<double>(at[0] % 3); });
  int rounds = 1;
  brick::run<advance>(5, both, rounds);
  for (const solver& s : both) {
    tell("%a %a %d %a %a %a\n", s.rate, s.made.last, s.made.steps, s.history[0], s.history[1], s.history[2]);
    report(s.name.c_str(), runtime, s.x);
  }
  tell("%d rounds\n", rounds);

  double factor = 0.5, other = 0.25;
  brick::run<scale>(2, both[0], both[1], factor, other);
  brick::run<scale>(2, both[0], both[0], factor, factor);
  brick::run<scale>(2, both[0], both[1], both[1].rate, both[0].rate);
  tell("%a %a %a\n", both[0].rate, both[1].rate, factor);
  brick::run<look>(1, x, 3, 1e30, both[0]);
  tell("%a %d\n", both[0].made.last, both[0].made.steps);
  brick::run<look>(1, x, 30, brick::reduce<product>(brick::sum, x, x) + 11.5, both[0]);
  tell("%a %d\n", both[0].made.last, both[0].made.steps);
  report("scaled", runtime, both[0].x);
}
