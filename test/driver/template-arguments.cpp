// Kernels are known by their template arguments, to the last bit and in every file: what two programs print is the same
// compiled and in reference mode. Clang's own spellings are for messages, and have seven digits.
// REQUIRES: real-template-arguments
// RUN: rm -rf %t && split-file %s %t
// RUN: %brickc --fp=strict -O1 %t/main.cpp %t/other.cpp -o %t/compiled
// RUN: %brickc --reference -O1 %t/main.cpp %t/other.cpp -o %t/reference
// RUN: %t/compiled > %t/compiled.txt
// RUN: %t/reference > %t/reference.txt
// RUN: diff %t/reference.txt %t/compiled.txt
// RUN: FileCheck %s < %t/compiled.txt
// RUN: %brickc --emit=ir %t/main.cpp | FileCheck --check-prefix=NAMES %s
// CHECK: in the other file: 0.123456788
// CHECK-NEXT: other: 1.0000001
// CHECK: double: 1
// CHECK: float: 0.100000001
// CHECK: integer: 200
// CHECK: chosen: 8
// CHECK: operated: 0.123456789
// CHECK: late: 5
// CHECK: reduced: 3
// CHECK: wall: 0.12345688912

//--- kernels.hpp
#include <brick/brick.hpp>
#include <array>
#include <cstdio>
#include <limits>

enum class kind : std::int64_t { one, least = std::numeric_limits<std::int64_t>::min() };
struct choice {
  kind which;
  bool yes;
  std::int64_t number;
};
template <choice C, std::int64_t Least> [[brick::stencil]]
void chosen(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = (C.which == kind::least ? 1 : 2) + (C.yes ? 4 : 8) + u(0) * static_cast<double>(C.number - Least);
}

template <double Factor> struct operations {
  enum class mode { negate, keep };
  static double times(double x) { return x * Factor; }
};
template <auto Operation, auto Mode> [[brick::stencil]]
void operated(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = Mode == decltype(Mode)::keep ? Operation(u(0)) : -Operation(u(0));
}
template <double Factor> [[brick::step]] void operate(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  using with = operations<Factor>;
  brick::apply<operated<&with::times, with::mode::keep>>(next, u);
}

struct weights {
  double low, high;
  std::array<float, 2> more;
};
template <weights W> struct holder {
  static constexpr double value = W.low + 2 * W.high + W.more[0] + W.more[1];
};

template <auto Factor> [[brick::stencil]] void scaled(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = u(0) * static_cast<double>(Factor);
}
template <float Factor, unsigned char C, double Least> [[brick::stencil]]
void mixed(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = std::max(u(0) * Factor, Least) + C; }
template <class Held> [[brick::stencil]] void held(brick::out<double, 1> next, brick::in<double, 1> u) {
  next(0) = u(0) * Held::value;
}
template <double Value, weights W> [[brick::boundary]] void edge(brick::out<double, 1> u, brick::point<1>) {
  u(0) = Value + W.high;
}
namespace {
template <class T> constexpr auto larger_magnitude =
    brick::associative([](T a, T b) { return a * a < b * b ? b : a; }, T(0));
}
[[brick::stencil]] inline double value(brick::in<double, 1> u) { return u(0); }

inline double first(const brick::field<double, 1>& field) { return field.value({0}); }
double other(const brick::grid<1>& grid, brick::field<double, 1>& u);

//--- main.cpp
#include "kernels.hpp"

template <auto Factor> [[brick::step]] void advance(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  brick::apply<scaled<Factor>>(next, u);
}
[[brick::step]] void mix(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  brick::apply<mixed<0.1f, 200, -std::numeric_limits<double>::infinity()>>(next, u);
}
[[brick::step]] void choose(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  constexpr std::int64_t least = std::numeric_limits<std::int64_t>::min();
  brick::apply<chosen<choice{kind::least, true, least + 3}, least>>(next, u);
}
template <template <class> class Scale, class T> [[brick::stencil]]
void rescaled(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(0) * Scale<double>::value; }
template <class T> struct declared_behind {
  static constexpr double value = 5;
};
struct pointed_to;
[[brick::step]] void late(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  brick::apply<rescaled<declared_behind, const pointed_to*>>(next, u);
}
[[brick::step]] void hold(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  brick::apply<held<holder<weights{0.123456789, -1e-300, {0.1f, -0.0f}}>>>(next, u);
}
[[brick::stencil]] void left(brick::out<double, 1> next, brick::in<double, 1> u) { next(0) = u(-1); }
[[brick::step]] void wall(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply_boundary<edge<0.123456789123, weights{1, 1e-7, {}}>>(u.grid().low(0), u);
  brick::apply<left>(next, u);
}
[[brick::step]] void measure(brick::field<double, 1>& u, brick::field<double, 1>& next) {
  brick::apply<scaled<1.5f>>(next, u);
  const double most = brick::reduce<value>(larger_magnitude<double>, next);
  brick::apply<scaled<2.0>>(next, u);
  if (most > 1) brick::apply<scaled<-3>>(next, u);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<advance<1.0>, advance<0.1f>, operate<0.123456789>, mix, choose, late, hold, measure>(
      runtime, {.cells = {32}, .boundary = {brick::periodic}});
  brick::field<double, 1> u(grid, "u"), next(grid, "next");
  u.fill([](brick::point<1> p) { return 1 + static_cast<double>(p[0]); });
  std::printf("other: %.9g\n", other(grid, u));
  brick::run<advance<1.0>>(1, next, u);
  std::printf("double: %.17g\n", first(next));
  brick::run<advance<0.1f>>(1, next, u);
  std::printf("float: %.9g\n", first(next));
  brick::run<mix>(1, next, u);
  std::printf("integer: %.3g %.17g\n", first(next), first(next));
  brick::run<choose>(1, next, u);
  std::printf("chosen: %.17g\n", first(next));
  brick::run<operate<0.123456789>>(1, next, u);
  std::printf("operated: %.17g\n", first(next));
  brick::run<late>(1, next, u);
  std::printf("late: %.17g\n", first(next));
  brick::run<hold>(1, next, u);
  std::printf("held: %.17g\n", first(next));
  brick::run<measure>(1, u, next);
  std::printf("reduced: %.17g\n", -first(next));
  auto walled = brick::grid_for<wall>(runtime, {.cells = {32}, .boundary = brick::ghost});
  brick::field<double, 1> inner(walled, "inner"), after(walled, "after");
  brick::run<wall>(1, inner, after);
  std::printf("wall: %.17g\n", first(after));
}
// NAMES-DAG: stencil "scaled<1.0>"
// NAMES-DAG: stencil "scaled<0.1f>"
// NAMES-DAG: stencil "scaled<-3>"
// NAMES-DAG: "operated<&operations<0.123456789>::times, static_cast<operations<0.123456789>::mode>(1)>"
// NAMES-DAG: stencil "mixed<0.1f, static_cast<unsigned char>(200), -__builtin_inf()>"
// NAMES-DAG: stencil "held<holder<weights{0.123456789, -1e-300, {{.*}}{{[{]}}0.1f, -0.0f}}}>>"
// NAMES-DAG: edge<0.123456789123, weights{1.0, 1e-07,

//--- other.cpp
#include "kernels.hpp"

[[brick::step]] void nearly(brick::field<double, 1>& next, brick::field<double, 1>& u) {
  brick::apply<scaled<1.0000001>>(next, u);
}

double other(const brick::grid<1>& grid, brick::field<double, 1>& u) {
  brick::field<double, 1> next(grid, "next");
  brick::run<nearly>(1, next, u);
  const double result = first(next);
  brick::run<operate<0.123456788>>(1, next, u);
  std::printf("in the other file: %.17g\n", first(next));
  return result;
}
