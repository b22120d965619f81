// SPDX-License-Identifier: MIT
// Reductions of all kinds, one line each with all digits: of one to three axes, element types, operations, domains that
// end inside bricks, regions.
#include <brick/brick.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>

namespace {

template <int D> double start(const brick::point<D>& p) {
  double phase = 0.7;
  for (int axis = 0; axis < D; ++axis)
    phase = phase * 1.37 + static_cast<double>(p[axis]) * (1.7 - 0.6 * axis);
  return std::sin(phase);
}

} // namespace

[[brick::stencil]] double roughness(brick::in<double, 3> u) {
  const double difference = u(0, 0, 1) - 0.3 * u(0, 1, 0) + u(1, 0, 0);
  return difference * difference;
}
[[brick::stencil]] double product(brick::in<double, 3> u, brick::in<float, 3> v) { return u(0, 0, 0) * v(0, 0, 0); }
[[brick::stencil]] float product_of_floats(brick::in<float, 3> v) { return v(0, 0, 0) * v(0, 0, 1); }
[[brick::stencil]] std::int32_t triple(brick::in<std::int32_t, 3> i) { return 3 * i(0, 0, 0); }
[[brick::stencil]] std::int64_t square(brick::in<std::int64_t, 3> i) { return i(0, 0, 0) * i(0, 0, 0); }
[[brick::stencil]] double along(brick::in<double, 2> u) { return u(0, 0) * u(0, 1); }
[[brick::stencil]] float root(brick::in<float, 2> u) { return std::sqrt(std::abs(u(0, 0))); }
[[brick::stencil]] double next(brick::in<double, 1> u) { return u(0) * u(1); }
[[brick::stencil]] float tenth(brick::in<float, 1> u) { return 0.1f * u(0); }

// Steps, so that grids have bricks.
[[brick::stencil]] void shift_3(brick::out<double, 3> v, brick::in<double, 3> u) { v(0, 0, 0) = u(1, 1, 1); }
[[brick::stencil]] void shift_2(brick::out<double, 2> v, brick::in<double, 2> u) { v(0, 0) = u(1, 1); }
[[brick::stencil]] void shift_1(brick::out<double, 1> v, brick::in<double, 1> u) { v(0) = u(1); }
[[brick::step]] void step_3(brick::field<double, 3>& v, brick::field<double, 3>& u) { brick::apply<shift_3>(v, u); }
[[brick::step]] void step_2(brick::field<double, 2>& v, brick::field<double, 2>& u) { brick::apply<shift_2>(v, u); }
[[brick::step]] void step_1(brick::field<double, 1>& v, brick::field<double, 1>& u) { brick::apply<shift_1>(v, u); }

namespace {

constexpr auto ordered = brick::associative([](auto a, auto b) { return a / 2 + b; }, 0.0); // not commutative

/// Prints what all operations make of a stencil's values, everywhere and in a region.
template <auto Stencil, int D, class... Fields>
void show(brick::runtime& runtime, const char* name, const brick::box<D>& inside, Fields&... fields) {
  const auto print = [&](const char* operation, auto value, auto part) {
    if (runtime.rank() == 0)
      std::printf("%s, %s: %.17g, inside %.17g\n", name, operation, static_cast<double>(value),
                  static_cast<double>(part));
  };
  const auto region = brick::on(inside);
  print("sum", brick::reduce<Stencil>(brick::sum, fields...), brick::reduce<Stencil>(region, brick::sum, fields...));
  print("max", brick::reduce<Stencil>(brick::max, fields...), brick::reduce<Stencil>(region, brick::max, fields...));
  print("own", brick::reduce<Stencil>(ordered, fields...), brick::reduce<Stencil>(region, ordered, fields...));
}

void three_axes(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<step_3>(runtime, {.cells = {n, n + 3, 2 * n - 1}});
  brick::field<double, 3> u(grid, "u");
  brick::field<float, 3> v(grid, "v");
  brick::field<std::int32_t, 3> i(grid, "i");
  brick::field<std::int64_t, 3> j(grid, "j");
  u.fill(start<3>);
  v.fill([](const brick::point<3>& p) { return static_cast<float>(start(p)); });
  i.fill([](const brick::point<3>& p) { return static_cast<std::int32_t>(1000 * start(p)); });
  j.fill([](const brick::point<3>& p) { return static_cast<std::int64_t>(1e5 * start(p)); });
  const brick::box<3> inside{{3, 5, 7}, {n - 1, n - 2, n + 4}};
  show<roughness>(runtime, "roughness", inside, u);
  show<product>(runtime, "product", inside, u, v);
  show<product_of_floats>(runtime, "product of floats", inside, v);
  show<triple>(runtime, "triple", inside, i);
  show<square>(runtime, "square", inside, j);
}

void two_axes(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<step_2>(runtime, {.cells = {n, n + 5}});
  brick::field<double, 2> u(grid, "u");
  brick::field<float, 2> v(grid, "v");
  u.fill(start<2>);
  v.fill([](const brick::point<2>& p) { return static_cast<float>(start(p)); });
  const brick::box<2> inside{{3, 5}, {n - 1, n - 2}};
  show<along>(runtime, "along", inside, u);
  show<root>(runtime, "root", inside, v);
}

void one_axis(brick::runtime& runtime, std::int64_t n) {
  const auto grid = brick::grid_for<step_1>(runtime, {.cells = {n}});
  brick::field<double, 1> u(grid, "u");
  brick::field<float, 1> v(grid, "v");
  u.fill(start<1>);
  v.fill([](const brick::point<1>& p) { return static_cast<float>(start(p)); });
  const brick::box<1> inside{{3}, {n - 9}};
  show<next>(runtime, "next", inside, u);
  show<tenth>(runtime, "tenth", inside, v);
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  for (const std::int64_t n : {17, 40, 64, 101})
    three_axes(runtime, n);
  for (const std::int64_t n : {33, 250, 1001})
    two_axes(runtime, n);
  for (const std::int64_t n : {40, 1000, 100003})
    one_axis(runtime, n);
}
