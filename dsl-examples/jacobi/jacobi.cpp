// SPDX-License-Identifier: MIT
// Weighted Jacobi for the Poisson equation in a periodic box (Pencil, SC20, eq. 3 and table I),
//
//   d2p/dx2 + d2p/dy2 + d2p/dz2 = b,     p += weight / a0 (b - A p),
//
// where A is the discrete Laplacian and a0 its diagonal. Three Laplacians: WJ7, the star of radius 1 and order 2; WJ13,
// the star of radius 2 and order 4; WJ27, the compact cube, of order 4 when b is averaged to match.
// Lengths are in cells (h = 1).
#include <array>
#include <cmath>
#include <cstdlib>
#include <numbers>
#include <string>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

/// A star of radius R; `a[r]` is the weight of the cells at distance r along an axis, in each axis' second difference.
template <int R>
[[brick::stencil]]
void star(brick::out<double, 3> next, brick::in<double, 3> p, brick::in<double, 3> b,
          const std::array<double, R + 1>& a, double weight) {
  double laplacian = 3 * a[0] * p(0, 0, 0);
  for (int r = 1; r <= R; ++r)
    laplacian += a[r] * (p(-r, 0, 0) + p(r, 0, 0) + p(0, -r, 0) + p(0, r, 0) + p(0, 0, -r) + p(0, 0, r));
  next(0, 0, 0) = p(0, 0, 0) + weight / (3 * a[0]) * (b(0, 0, 0) - laplacian);
}

/// The 3x3x3 cube; `a` has the weights of the centre, the faces, the edges and the corners.
[[brick::stencil]]
void cube(brick::out<double, 3> next, brick::in<double, 3> p, brick::in<double, 3> b, const std::array<double, 4>& a,
          double weight) {
  double laplacian = 0;
  for (int i = -1; i <= 1; ++i)
    for (int j = -1; j <= 1; ++j)
      for (int k = -1; k <= 1; ++k)
        laplacian += a[i * i + j * j + k * k] * p(i, j, k);
  next(0, 0, 0) = p(0, 0, 0) + weight / a[0] * (b(0, 0, 0) - laplacian);
}

/// b + (1/12) Laplacian b: cancels the leading error of the cube.
[[brick::stencil]]
void compact_source(brick::out<double, 3> source, brick::in<double, 3> b) {
  const double faces = b(-1, 0, 0) + b(1, 0, 0) + b(0, -1, 0) + b(0, 1, 0) + b(0, 0, -1) + b(0, 0, 1);
  source(0, 0, 0) = 0.5 * b(0, 0, 0) + faces / 12;
}

[[brick::step]]
void wj7(brick::field<double, 3>& p, brick::field<double, 3>& next, const brick::field<double, 3>& b,
         const std::array<double, 2>& a, double weight) {
  brick::apply<star<1>>(next, p, b, a, weight);
  swap(p, next);
}

[[brick::step]]
void wj13(brick::field<double, 3>& p, brick::field<double, 3>& next, const brick::field<double, 3>& b,
          const std::array<double, 3>& a, double weight) {
  brick::apply<star<2>>(next, p, b, a, weight);
  swap(p, next);
}

[[brick::step]]
void wj27(brick::field<double, 3>& p, brick::field<double, 3>& next, const brick::field<double, 3>& b,
          const std::array<double, 4>& a, double weight) {
  brick::apply<cube>(next, p, b, a, weight);
  swap(p, next);
}

[[brick::step]]
void average_source(brick::field<double, 3>& b, brick::field<double, 3>& scratch) {
  brick::apply<compact_source>(scratch, b);
  swap(b, scratch);
}

namespace {

constexpr double weight = 6.0 / 7; // damps the upper half of the spectrum best for WJ7

/// The Laplacian of `star<R>`: its weights, and its entry at an offset.
template <int R> struct star_laplacian {
  const char* name;
  double order;
  std::array<double, R + 1> a;

  static constexpr int radius = R;
  static constexpr bool averages_source = false;

  [[nodiscard]] double entry(int i, int j, int k) const {
    const int axes = (i != 0) + (j != 0) + (k != 0);
    return axes == 0 ? 3 * a[0] : axes == 1 ? a[std::abs(i + j + k)] : 0;
  }
};

/// The Laplacian of `cube`.
struct cube_laplacian {
  const char* name;
  double order;
  std::array<double, 4> a;

  static constexpr int radius = 1;
  static constexpr bool averages_source = true;

  [[nodiscard]] double entry(int i, int j, int k) const { return a[i * i + j * j + k * k]; }
};

constexpr star_laplacian<1> laplacian7{"WJ7", 2, {-2, 1}};
constexpr star_laplacian<2> laplacian13{"WJ13", 4, {-30 / 12.0, 16 / 12.0, -1 / 12.0}};
constexpr cube_laplacian laplacian27{"WJ27", 4, {-128 / 30.0, 14 / 30.0, 3 / 30.0, 1 / 30.0}};

/// The manufactured solution: a product of cosine waves. It is an eigenfunction of the Laplacian and of each A.
struct mode {
  std::array<double, 3> angle; ///< the phase from one cell to the next

  mode(const brick::index<3>& cells, int periods) {
    for (int axis = 0; axis < 3; ++axis)
      angle[axis] = 2 * std::numbers::pi * periods / static_cast<double>(cells[axis]);
  }

  [[nodiscard]] double operator()(const brick::point<3>& p) const {
    double value = 1;
    for (int axis = 0; axis < 3; ++axis)
      value *= std::cos(angle[axis] * static_cast<double>(p[axis]));
    return value;
  }

  /// The eigenvalue of the Laplacian.
  [[nodiscard]] double exact() const { return -(angle[0] * angle[0] + angle[1] * angle[1] + angle[2] * angle[2]); }

  /// The eigenvalue of A.
  template <typename Laplacian> [[nodiscard]] double discrete(const Laplacian& laplacian) const {
    const int r = laplacian.radius;
    double sum = 0;
    for (int i = -r; i <= r; ++i)
      for (int j = -r; j <= r; ++j)
        for (int k = -r; k <= r; ++k)
          sum += laplacian.entry(i, j, k) * std::cos(i * angle[0]) * std::cos(j * angle[1]) * std::cos(k * angle[2]);
    return sum;
  }
};

/// What the iteration does to a mode: the error shrinks by `damping` an iteration, towards `limit` times the mode.
struct behaviour {
  double damping, limit;

  template <typename Laplacian> behaviour(const Laplacian& laplacian, const mode& m) {
    const double eigenvalue = m.discrete(laplacian);
    const double source = m.exact() * (laplacian.averages_source ? 1 + m.discrete(laplacian7) / 12 : 1);
    damping = 1 - weight * eigenvalue / laplacian.entry(0, 0, 0);
    limit = source / eigenvalue;
  }

  /// The amplitude after `iterations`, from p = 0.
  [[nodiscard]] double amplitude(std::int64_t iterations) const {
    return limit * (1 - std::pow(damping, static_cast<double>(iterations)));
  }
};

/// p after `iterations` of the step on the manufactured problem, from p = 0.
template <auto Step, typename Laplacian>
brick::field<double, 3> iterate(const brick::runtime& runtime, const Laplacian& laplacian, const brick::index<3>& cells,
                                const mode& m, std::int64_t iterations) {
  const auto grid = brick::grid_for<Step>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 3> p(grid, "p"), next(grid, "next"), b(grid, "b");
  p.fill([](const brick::point<3>&) { return 0.0; });
  b.fill([&](const brick::point<3>& x) { return m.exact() * m(x); });
  if (laplacian.averages_source) brick::run<average_source>(1, b, next);
  brick::run<Step>(iterations, p, next, b, laplacian.a, weight);
  return p;
}

/// The largest |p - amplitude mode|.
double error(const brick::runtime& runtime, const brick::field<double, 3>& p, const mode& m, double amplitude) {
  return examples::largest_error(runtime, p, [&](const brick::point<3>& x) { return amplitude * m(x); });
}

template <auto Step, typename Laplacian>
void check(const brick::runtime& runtime, examples::checker& checks, const Laplacian& laplacian) {
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}}) {
    const mode m(cells, 1);
    const auto p = iterate<Step>(runtime, laplacian, cells, m, 10);
    checks.at_most(std::string(laplacian.name) + " damping of a mode on " + examples::to_string(cells) + " cells",
                   error(runtime, p, m, behaviour(laplacian, m).amplitude(10)), 1e-13);
  }
  examples::convergence found;
  for (const std::int64_t n : {12, 16, 24}) {
    const brick::index<3> cells{n, n, n};
    const mode m(cells, 2);
    const double enough = 1e-6; // the iteration's own error, far below the discretisation's
    const auto iterations = static_cast<std::int64_t>(std::log(enough) / std::log(behaviour(laplacian, m).damping));
    const auto p = iterate<Step>(runtime, laplacian, cells, m, iterations);
    found.add(static_cast<double>(n), error(runtime, p, m, 1));
  }
  checks.order_at_least(std::string(laplacian.name) + " solution of the Poisson equation", found,
                        laplacian.order - 0.1);
}

int check_all(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  check<wj7>(runtime, checks, laplacian7);
  check<wj13>(runtime, checks, laplacian13);
  check<wj27>(runtime, checks, laplacian27);
  return checks.exit_code();
}

template <auto Step, typename Laplacian>
brick::field<double, 3> simulate(const brick::runtime& runtime, const examples::options<3>& options,
                                 const Laplacian& laplacian) {
  const mode m(options.cells, 1);
  auto p = iterate<Step>(runtime, laplacian, options.cells, m, options.steps);
  examples::print(runtime, "%-4s %s, distance to the solution %.4f, error %.1e\n", laplacian.name,
                  examples::to_string(options).c_str(), error(runtime, p, m, 1),
                  error(runtime, p, m, behaviour(laplacian, m).amplitude(options.steps)));
  return p;
}

int simulate_all(brick::runtime& runtime, const examples::options<3>& options) {
  const auto p7 = simulate<wj7>(runtime, options, laplacian7);
  const auto p13 = simulate<wj13>(runtime, options, laplacian13);
  const auto p27 = simulate<wj27>(runtime, options, laplacian27);
  examples::finish(runtime, options, p7, p13, p27);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 100});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check_all(runtime) : simulate_all(runtime, options);
}
