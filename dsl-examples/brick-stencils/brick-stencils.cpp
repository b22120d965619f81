// SPDX-License-Identifier: MIT
// The four stencils of the bricks papers (7, 13, 45 and 125 points) as smoothing filters over a neighbourhood,
//
//   next(x) = sum over offsets (i, j, k) in the shape of c[i^2 + j^2 + k^2] u(x + (i, j, k)),
//
// one kernel, a template over the shape: the compiler sees only the offsets inside it. A plane wave is an eigenfunction
// of such a filter, so every step multiplies it by a known factor.
#include <array>
#include <cmath>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

namespace filters {

/// Weights by the square of the distance, which tells apart all offsets up to 2 that no symmetry maps to each other.
using weights = std::array<double, 13>;

/// The axes, up to distance R: 7 points for R = 1, 13 for R = 2.
template <int R> struct star {
  static constexpr int radius = R;
  static constexpr bool holds(int i, int j, int k) { return (i != 0) + (j != 0) + (k != 0) <= 1; }
};

/// All 26 directions of the cube, the axes and the diagonals of its faces up to distance 2: 45 points.
struct rays {
  static constexpr int radius = 2;
  static constexpr bool holds(int i, int j, int k) {
    const int square = i * i + j * j + k * k;
    return square <= 4 || (square == 8 && i * j * k == 0);
  }
};

/// Everything up to distance R along each axis: 125 points for R = 2.
template <int R> struct cube {
  static constexpr int radius = R;
  static constexpr bool holds(int, int, int) { return true; }
};

template <typename Shape>
[[brick::stencil]]
void filter(brick::out<double, 3> next, brick::in<double, 3> u, const std::array<double, 13>& c) {
  constexpr int r = Shape::radius;
  double sum = 0;
  for (int i = -r; i <= r; ++i)
    for (int j = -r; j <= r; ++j)
      for (int k = -r; k <= r; ++k)
        if (Shape::holds(i, j, k)) sum += c[i * i + j * j + k * k] * u(i, j, k);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void star7(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 13>& c) {
  brick::apply<filter<star<1>>>(next, u, c);
  swap(u, next);
}

[[brick::step]]
void star13(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 13>& c) {
  brick::apply<filter<star<2>>>(next, u, c);
  swap(u, next);
}

[[brick::step]]
void rays45(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 13>& c) {
  brick::apply<filter<rays>>(next, u, c);
  swap(u, next);
}

[[brick::step]]
void cube125(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 13>& c) {
  brick::apply<filter<cube<2>>>(next, u, c);
  swap(u, next);
}

/// Calls `visit(i, j, k)` for the offsets of a shape.
template <typename Shape, typename Visit> constexpr void for_each_offset(Visit visit) {
  constexpr int r = Shape::radius;
  for (int i = -r; i <= r; ++i)
    for (int j = -r; j <= r; ++j)
      for (int k = -r; k <= r; ++k)
        if (Shape::holds(i, j, k)) visit(i, j, k);
}

template <typename Shape> constexpr int points() {
  int count = 0;
  for_each_offset<Shape>([&](int, int, int) { ++count; });
  return count;
}
static_assert(points<star<1>>() == 7 && points<star<2>>() == 13 && points<rays>() == 45 && points<cube<2>>() == 125);

/// Weights 1 / (1 + distance), scaled so that a constant field stays as it is.
template <typename Shape> weights scaled_weights() {
  weights c{};
  double sum = 0;
  for_each_offset<Shape>([&](int i, int j, int k) {
    const int square = i * i + j * j + k * k;
    c[square] = 1 / (1 + std::sqrt(square));
    sum += c[square];
  });
  for (double& weight : c)
    weight /= sum;
  return c;
}

} // namespace filters

namespace {

/// The wave cos(angle . (cell + 1/2)).
struct plane_wave {
  std::array<double, 3> angle; ///< the phase from one cell to the next

  plane_wave(const brick::index<3>& cells, const std::array<int, 3>& periods) {
    for (int axis = 0; axis < 3; ++axis)
      angle[axis] = 2 * std::numbers::pi * periods[axis] / static_cast<double>(cells[axis]);
  }

  [[nodiscard]] auto times(double amplitude) const {
    return [*this, amplitude](const brick::point<3>& p) {
      double phase = 0;
      for (int axis = 0; axis < 3; ++axis)
        phase += angle[axis] * (static_cast<double>(p[axis]) + 0.5);
      return amplitude * std::cos(phase);
    };
  }

  /// What a step of the filter multiplies the wave by; real, as the shapes are symmetric.
  template <typename Shape> [[nodiscard]] double factor() const {
    const filters::weights c = filters::scaled_weights<Shape>();
    double sum = 0;
    filters::for_each_offset<Shape>([&](int i, int j, int k) {
      sum += c[i * i + j * j + k * k] * std::cos(angle[0] * i + angle[1] * j + angle[2] * k);
    });
    return sum;
  }
};

/// The wave after `steps` steps.
template <auto Step, typename Shape>
brick::field<double, 3> filtered(const brick::runtime& runtime, const brick::index<3>& cells, const plane_wave& wave,
                                 std::int64_t steps) {
  const auto grid = brick::grid_for<Step>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  u.fill(wave.times(1));
  brick::run<Step>(steps, u, next, filters::scaled_weights<Shape>());
  return u;
}

template <typename Shape>
double error(const brick::runtime& runtime, const brick::field<double, 3>& u, const plane_wave& wave,
             std::int64_t steps) {
  return examples::largest_error(runtime, u, wave.times(std::pow(wave.factor<Shape>(), static_cast<double>(steps))));
}

template <auto Step, typename Shape> void check(const brick::runtime& runtime, examples::checker& checks) {
  const std::string points = std::to_string(filters::points<Shape>()) + " points, wave of ";
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}})
    for (const std::array<int, 3>& periods : {std::array{0, 0, 0}, std::array{1, 2, 3}}) {
      const plane_wave wave(cells, periods);
      const auto u = filtered<Step, Shape>(runtime, cells, wave, 5);
      checks.at_most(points + (periods[0] == 0 ? "0x0x0" : "1x2x3") + " periods on " + examples::to_string(cells) +
                         " cells",
                     error<Shape>(runtime, u, wave, 5), 1e-13);
    }
}

int check_all(const brick::runtime& runtime) {
  using namespace filters;
  examples::checker checks(runtime);
  check<star7, star<1>>(runtime, checks);
  check<star13, star<2>>(runtime, checks);
  check<rays45, rays>(runtime, checks);
  check<cube125, cube<2>>(runtime, checks);
  return checks.exit_code();
}

template <auto Step, typename Shape>
brick::field<double, 3> simulate(const brick::runtime& runtime, const examples::options<3>& options) {
  const plane_wave wave(options.cells, {1, 2, 1});
  auto u = filtered<Step, Shape>(runtime, options.cells, wave, options.steps);
  examples::print(runtime, "%3d points: %s, largest error %.1e\n", filters::points<Shape>(),
                  examples::to_string(options).c_str(), error<Shape>(runtime, u, wave, options.steps));
  return u;
}

int simulate_all(brick::runtime& runtime, const examples::options<3>& options) {
  using namespace filters;
  const auto u7 = simulate<star7, star<1>>(runtime, options);
  const auto u13 = simulate<star13, star<2>>(runtime, options);
  const auto u45 = simulate<rays45, rays>(runtime, options);
  const auto u125 = simulate<cube125, cube<2>>(runtime, options);
  examples::finish(runtime, options, u7, u13, u45, u125);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 20});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check_all(runtime) : simulate_all(runtime, options);
}
