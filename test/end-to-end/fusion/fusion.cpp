// Steps whose applies brickc fuses, and those that look as if it could: prints a hash of the bits of every field.
// SPDX-License-Identifier: MIT
#include "../language/hash.hpp"
#include <array>
#include <cmath>
#include <cstdint>

namespace {

template <class T, int D> double start(const brick::point<D>& p) {
  double phase = 0.7;
  for (int axis = 0; axis < D; ++axis)
    phase = phase * 1.37 + static_cast<double>(p[axis]) * (1.7 - 0.6 * axis);
  return std::sin(phase);
}

/// Names that are also those of fields of the steps.
struct physics {
  double rate, u;
  std::array<double, 2> weights;
};

} // namespace

// Runge and Kutta's method of order 4: two temporaries change places with those that sweeps keep to themselves.

[[brick::stencil]]
void slope(brick::out<double, 3> k, brick::in<double, 3> u, const physics& p, const std::array<double, 3>& wind) {
  const double ku = u(-1, 0, 0) - wind[0] * u(1, 0, 0) + u(0, -2, 0) - wind[1] * u(0, 1, 0) + wind[2] * u(0, 0, 1);
  k(0, 0, 0) = p.rate * (ku - p.weights[1] * u(0, 0, 0));
}
[[brick::stencil]]
void ahead(brick::out<double, 3> next, brick::in<double, 3> u, brick::in<double, 3> k, double k_new) {
  next(0, 0, 0) = u(0, 0, 0) + k_new * k(0, 0, 0);
}
[[brick::stencil]]
void combine(brick::inout<double, 3> u, brick::in<double, 3> k1, brick::in<double, 3> k2, brick::in<double, 3> k3,
             brick::in<double, 3> k4) {
  u(0, 0, 0) += (k1(0, 0, 0) + 2 * k2(0, 0, 0) + 2 * k3(0, 0, 0) + k4(0, 0, 0)) / 6;
}
[[brick::step]]
void runge_kutta(brick::field<double, 3>& u, const physics& p, const std::array<double, 3>& wind) {
  brick::field<double, 3> k1(u.grid(), "k1"), k2(u.grid(), "k2"), k3(u.grid(), "k3"), k4(u.grid(), "k4"),
      inner(u.grid(), "inner");
  brick::apply<slope>(k1, u, p, wind);
  brick::apply<ahead>(inner, u, k1, 0.5);
  brick::apply<slope>(k2, inner, p, wind);
  brick::apply<ahead>(inner, u, k2, 0.5);
  brick::apply<slope>(k3, inner, p, wind);
  brick::apply<ahead>(inner, u, k3, 1.0);
  brick::apply<slope>(k4, inner, p, wind);
  brick::apply<combine>(u, k1, k2, k3, k4);
}

// Conjugate gradients' operations: sweeps that come between reductions, which what they write must not pass.

[[brick::stencil]] void laplacian(brick::out<double, 3> q, brick::in<double, 3> p) {
  q(0, 0, 0) = 7 * p(0, 0, 0) - p(1, 0, 0) - p(-1, 0, 0) - p(0, 1, 0) - p(0, -1, 0) - p(0, 0, 1) - p(0, 0, -1);
}
[[brick::stencil]] double product(brick::in<double, 3> a, brick::in<double, 3> b) { return a(0, 0, 0) * b(0, 0, 0); }
[[brick::stencil]] void add(brick::inout<double, 3> x, brick::in<double, 3> p, double a) {
  x(0, 0, 0) += a * p(0, 0, 0);
}
[[brick::stencil]] void turn(brick::inout<double, 3> p, brick::in<double, 3> r, double b) {
  p(0, 0, 0) = r(0, 0, 0) + b * p(0, 0, 0);
}
struct solver {
  brick::field<double, 3>&x, &r, &p, &q;
};
[[brick::step]]
void gradients(solver s) {
  const double before = brick::reduce<product>(brick::sum, s.r, s.r);
  brick::apply<laplacian>(s.q, s.p);
  const double a = before / brick::reduce<product>(brick::sum, s.p, s.q);
  brick::apply<add>(s.x, s.p, a);
  brick::apply<add>(s.r, s.q, -a);
  const double b = brick::reduce<product>(brick::sum, s.r, s.r) / before;
  brick::apply<turn>(s.p, s.r, b);
}

// Two species, each by a stencil of its own, in floats, on regions, in branches.

[[brick::stencil]]
void react(brick::out<float, 2> next, brick::in<float, 2> u, brick::in<float, 2> v, brick::point<2> at, float rate) {
  next(0, 0) = u(0, 0) + rate * (u(0, 1) + u(0, -1) + u(1, 0) + u(-1, 0) - 4 * u(0, 0)) - 0.1f * u(0, 0) * v(0, 0) +
               1e-3f * static_cast<float>(at[1] % 3);
}
[[brick::stencil]] void relax(brick::inout<float, 2> u, brick::in<float, 2> next) {
  if (next(0, 0) > 0) u(0, 0) = 0.5f * (u(0, 0) + next(0, 0));
}
[[brick::step]]
void species(brick::field<float, 2>& u, brick::field<float, 2>& v, brick::box<2> inside, float rate) {
  brick::field<float, 2> un(u.grid(), "un"), vn(u.grid(), "vn");
  brick::apply<react>(un, u, v, rate);
  brick::apply<react>(vn, v, u, 2 * rate);
  brick::apply<relax>(un, u);
  brick::swap(u, un);
  brick::swap(v, vn);
  brick::apply<react>(brick::on(inside), un, u, v, rate);
  brick::apply<relax>(brick::on(inside), u, un);
  brick::apply<relax>(v, un);
  if (rate > 0.1f) {
    brick::field<float, 2> more(u.grid(), "more");
    brick::apply<react>(more, v, u, rate);
    brick::apply<relax>(v, more);
  } else {
    brick::apply<react>(vn, v, u, rate);
    brick::apply<relax>(un, vn);
    brick::apply<relax>(u, un);
  }
}

// Reductions of what a sweep writes, or of what it only hands over; cells beyond the domain, which the program fills.

constexpr auto ordered = brick::associative([](auto a, auto b) { return a / 2 + b; }, 0.0f); // not commutative

[[brick::stencil]] void smooth(brick::out<float, 2> next, brick::in<float, 2> u, float k) {
  next(0, 0) = u(0, 0) + k * (u(0, 2) + u(0, -1) + u(2, 0) + u(-1, 0) - 4 * u(0, 0));
}
[[brick::stencil]] float change(brick::in<float, 2> next, brick::in<float, 2> u) {
  return std::abs(next(0, 0) - u(0, 0));
}
[[brick::stencil]] float value(brick::in<float, 2> u) { return u(0, 0); }
[[brick::step]]
void settle(brick::field<float, 2>& u, brick::field<float, 2>& next, brick::field<float, 2>& last, float k) {
  brick::field<float, 2> unseen(u.grid(), "unseen");
  brick::apply<smooth>(next, u, k);
  const float largest = brick::reduce<change>(brick::max, next, u);
  brick::apply<smooth>(unseen, next, k);
  const float all = brick::reduce<change>(ordered, unseen, u);
  brick::apply<smooth>(last, next, largest / (1 + all * all));
  const float sum = brick::reduce<value>(brick::sum, last);
  if (sum > -1e9f) brick::swap(u, last);
  brick::apply<smooth>(next, u, sum > 0 ? k : -k);
  brick::swap(u, next);
  brick::apply<relax>(u, next); // its walls are not those of next
}
[[brick::boundary]] void beyond(brick::out<float, 2> u, brick::point<2> at, float k) {
  u(0, 0) = k + 0.01f * static_cast<float>(at[1] % 7);
}
[[brick::stencil]] void differ(brick::out<std::int32_t, 1> d, brick::in<std::int32_t, 1> u) { d(0) = u(1) - u(-1); }
[[brick::stencil]] std::int64_t square(brick::in<std::int32_t, 1> d) { return std::int64_t{d(0)} * d(0); }
[[brick::stencil]] void spread(brick::inout<std::int32_t, 1> u, brick::in<std::int32_t, 1> d, std::int64_t squares) {
  u(0) += d(0) / 2 + static_cast<std::int32_t>(squares % 5);
}
[[brick::step]] void count(brick::field<std::int32_t, 1>& u, brick::field<std::int32_t, 1>& d) {
  brick::apply<differ>(d, u);
  brick::apply<spread>(u, d, brick::reduce<square>(brick::sum, d));
}

// Fields that are updated in place by what a stencil has made of the cells around: swapped for the temporaries that
// held this, or not, where they cannot be.

[[brick::stencil]]
void rates(brick::out<double, 2> ru, brick::out<double, 2> rv, brick::in<double, 2> u, brick::in<double, 2> v) {
  const double reaction = u(0, 0) * v(0, 0) * v(0, 0);
  ru(0, 0) = 0.2 * (u(1, 0) + u(-1, 0) + u(0, 1) + u(0, -1) - 4 * u(0, 0)) - reaction;
  rv(0, 0) = 0.1 * (v(1, 0) + v(-1, 0) + v(0, 1) + v(0, -1) - 4 * v(0, 0)) + reaction;
}
[[brick::stencil]] void curvature(brick::out<double, 2> c, brick::in<double, 2> u) {
  c(0, 0) = u(2, 0) - 2 * u(0, 0) + u(-2, 0) + u(1, 1) - 2 * u(0, 0) + u(-1, -1);
}
[[brick::stencil]] void advance(brick::inout<double, 2> u, brick::in<double, 2> rate, double dt) {
  u(0, 0) += dt * rate(0, 0);
}
[[brick::stencil]] double size(brick::in<double, 2> u) { return u(0, 0) * u(0, 0); }
// Called as what generated code calls it, too.
[[brick::step]] void step(brick::field<double, 2>& u, brick::field<double, 2>& v, double dt) {
  brick::field<double, 2> ru(u.grid(), "ru"), rv(u.grid(), "rv");
  brick::apply<rates>(ru, rv, u, v);
  brick::apply<advance>(u, ru, dt);
  brick::apply<advance>(v, rv, dt);
  for (int i = 0; i < 3; ++i) {
    brick::apply<curvature>(ru, v);
    brick::apply<advance>(v, ru, dt / 4);
  }
  brick::apply<curvature>(rv, u);
  brick::apply<advance>(u, rv, brick::reduce<size>(brick::max, v) / 8);
}

// Small integers lose bits when they are stored, and a field may be another one.

[[brick::stencil]] void widen(brick::out<std::int8_t, 1> n, brick::in<std::int8_t, 1> u) {
  n(0) = static_cast<std::int8_t>(u(-1) * 3 + u(1));
}
[[brick::stencil]] void narrow(brick::out<std::int32_t, 1> sum, brick::in<std::int8_t, 1> n) { sum(0) = 5 * n(0); }
[[brick::stencil]] void shift(brick::out<std::int32_t, 1> v, brick::in<std::int32_t, 1> u) { v(0) = u(-1) + 2 * u(1); }
[[brick::stencil]] void take(brick::out<std::int32_t, 1> v, brick::in<std::int32_t, 1> u) { v(0) = u(0) - 7; }
[[brick::step]]
void integers(brick::field<std::int8_t, 1>& u, brick::field<std::int32_t, 1>& v, brick::field<std::int32_t, 1>& w) {
  brick::field<std::int8_t, 1> n(u.grid(), "n");
  brick::field<std::int32_t, 1> t(u.grid(), "t");
  brick::apply<widen>(n, u);
  brick::apply<narrow>(t, n);
  brick::apply<shift>(v, t);
  brick::apply<shift>(t, v);
  brick::apply<take>(w, t);
}

namespace {

void hash_gradients(brick::runtime& runtime, std::int64_t n, const brick::boundaries<3>& walls) {
  const auto grid =
      brick::grid_for<gradients, runge_kutta>(runtime, {.cells = {n, n + 3, 2 * n - 1}, .boundary = walls});
  brick::interleaved<double, 3> both(grid, {"x", "r"});
  brick::field<double, 3> p(grid, "p"), q(grid, "q");
  both[0].fill(0);
  both[1].fill(start<double, 3>);
  p.fill(start<double, 3>);
  brick::run<gradients>(5, solver{both[0], both[1], p, q});
  report("x", runtime, both[0]);
  report("r", runtime, both[1]);
  report("p", runtime, p);
  brick::run<runge_kutta>(4, both[1], physics{0.01, 3, {2, 4}}, std::array<double, 3>{0.5, 0.25, -0.125});
  report("u", runtime, both[1]);
}

void hash_species(brick::runtime& runtime, const brick::grid<2>& grid, std::int64_t n) {
  brick::field<float, 2> u(grid, "u"), v(grid, "v");
  u.fill([](const brick::point<2>& p) { return static_cast<float>(start<float, 2>(p)); });
  v.fill([](const brick::point<2>& p) { return static_cast<float>(start<float, 2>({p[1], p[0]})); });
  for (const float rate : {0.05f, 0.15f}) {
    brick::run<species>(3, u, v, brick::box<2>{{3, 5}, {n - 1, n - 2}}, rate);
    report("species u", runtime, u);
    report("species v", runtime, v);
  }
}

void hash_settled(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<settle>(runtime, {.cells = {n, n + 5}, .boundary = {brick::ghost, brick::neumann}});
  const brick::field_options<2> walls{.boundary = {brick::ghost, brick::dirichlet(0.25)}};
  brick::field<float, 2> u(grid, "u"), next(grid, "next", walls), last(grid, "last");
  u.fill([](const brick::point<2>& p) { return static_cast<float>(start<float, 2>(p)); });
  for (auto* field : {&u, &next, &last}) // once, whatever is written beside these cells
    brick::apply_boundary<beyond>(grid.high(0), *field, 0.5f);
  brick::run<settle>(3, u, next, last, 0.1f);
  report("settled u", runtime, u);
  report("settled next", runtime, next);
}

void hash_updated(brick::runtime& runtime, std::int64_t n, const brick::boundaries<2>& walls) {
  const auto grid = brick::grid_for<step>(runtime, {.cells = {n, n + 5}, .boundary = walls});
  const brick::field_options<2> own{.boundary = {walls[0], brick::dirichlet(0.25)}};
  brick::field<double, 2> u(grid, "u"), v(grid, "v", own);
  brick::interleaved<double, 2> both(grid, {"first", {"second", own}}); // which are not swapped
  for (auto* first : {&u, &both[0]})
    first->fill(start<double, 2>);
  for (auto* second : {&v, &both[1]})
    second->fill([](const brick::point<2>& p) { return start<double, 2>({p[1], p[0]}); });
  if (walls[0].low.kind == brick::boundary_kind::ghost)
    for (auto* field : {&u, &v, &both[0], &both[1]})
      field->fill_ghosts([](const brick::point<2>& p) { return 0.01 * static_cast<double>(p[1] % 7); });
  brick::run<step>(5, u, v, 0.1);
  brick::run<step>(5, both[0], both[1], 0.1);
  for (auto* field : {&u, &v, &both[0], &both[1]})
    report(("updated " + field->name()).c_str(), runtime, *field);
}

void hash_count(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<count>(runtime, {.cells = {n}});
  brick::field<std::int32_t, 1> u(grid, "u"), d(grid, "d");
  u.fill([](const brick::point<1>& p) { return static_cast<std::int32_t>(90 * start<double, 1>(p)); });
  brick::run<count>(3, u, d);
  report("counted", runtime, u);
}

void hash_integers(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<integers>(runtime, {.cells = {n}, .boundary = brick::neumann});
  brick::field<std::int8_t, 1> u(grid, "u");
  brick::field<std::int32_t, 1> v(grid, "v"), w(grid, "w");
  u.fill([](const brick::point<1>& p) { return static_cast<std::int8_t>(90 * start<double, 1>(p)); });
  brick::run<integers>(2, u, v, w);
  report("v", runtime, v);
  report("w", runtime, w);
  brick::run<integers>(2, u, v, v); // fused, a cell would read what others have become
  report("v and w", runtime, v);
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  hash_gradients(runtime, 17, brick::periodic);
  hash_gradients(runtime, 24, {brick::neumann, brick::dirichlet(0.5), brick::periodic});
  for (const std::int64_t n : {19, 64}) {
    hash_species(runtime, brick::grid_for<species>(runtime, {.cells = {n, n + 5}}), n);
    hash_species(runtime, brick::grid<2>(runtime, {.cells = {n, n + 5}}), n); // arrays, whatever is compiled
    hash_settled(runtime, n);
    hash_updated(runtime, n, {brick::ghost, brick::neumann});
    hash_updated(runtime, n, {brick::dirichlet(0.5), brick::dirichlet(-1)});
    hash_count(runtime, 10 * n + 3);
    hash_integers(runtime, 10 * n + 3);
  }
}
