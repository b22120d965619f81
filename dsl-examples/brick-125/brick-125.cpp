// SPDX-License-Identifier: MIT
// The 125-point cube: a smoothing filter over the 5x5x5 neighbourhood of each cell,
//
//   next(x) = sum over |i|, |j|, |k| <= 2 of c[class(i, j, k)] u(x + (i, j, k)),
//
// where the weight depends only on how far the three offsets reach, in any order: 10 classes. It is the heavy kernel of
// the bricks papers, written here as one plain sum. A plane wave is an eigenfunction of such a filter, so every step
// multiplies it by a known factor.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include <brick/brick.hpp>

#include "../common/check.hpp"
#include "../common/options.hpp"

/// The ten weights, ordered as offsets (0,0,0) (1,0,0) (1,1,0) (1,1,1) (2,0,0) (2,1,0) (2,1,1) (2,2,0) (2,2,1) (2,2,2).
using weights = std::array<double, 10>;

/// The place of an offset in `weights`.
constexpr int symmetry_class(int i, int j, int k) {
  const int a = i < 0 ? -i : i, b = j < 0 ? -j : j, c = k < 0 ? -k : k;
  const int largest = std::max(a, std::max(b, c));
  const int smallest = std::min(a, std::min(b, c));
  const int middle = a + b + c - largest - smallest;
  return largest * (largest + 1) * (largest + 2) / 6 + middle * (middle + 1) / 2 + smallest;
}

[[brick::stencil]]
void cube(brick::out<double, 3> next, brick::in<double, 3> u, const std::array<double, 10>& c) {
  double sum = 0;
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      for (int k = -2; k <= 2; ++k)
        sum += c[symmetry_class(i, j, k)] * u(i, j, k);
  next(0, 0, 0) = sum;
}

[[brick::step]]
void smooth(brick::field<double, 3>& u, brick::field<double, 3>& next, const std::array<double, 10>& c) {
  brick::apply<cube>(next, u, c);
  swap(u, next);
}

namespace {

/// Calls `visit(i, j, k)` for the 125 offsets.
template <typename Visit> void for_each_offset(Visit visit) {
  for (int i = -2; i <= 2; ++i)
    for (int j = -2; j <= 2; ++j)
      for (int k = -2; k <= 2; ++k)
        visit(i, j, k);
}

/// Weights exp(-distance), scaled so that they keep a constant field as it is. They are no product of 1-D filters.
weights filter() {
  weights c{};
  double sum = 0;
  for_each_offset([&](int i, int j, int k) {
    const double weight = std::exp(-std::sqrt(i * i + j * j + k * k));
    c[symmetry_class(i, j, k)] = weight;
    sum += weight;
  });
  for (double& weight : c)
    weight /= sum;
  return c;
}

/// The wave cos(angle . (cell + 1/2)), with `angle` the phase from one cell to the next on each axis.
using phases = std::array<double, 3>;

phases angles(const brick::index<3>& periods, const brick::index<3>& cells) {
  phases result;
  for (int axis = 0; axis < 3; ++axis)
    result[axis] = 2 * std::numbers::pi * static_cast<double>(periods[axis]) / static_cast<double>(cells[axis]);
  return result;
}

auto plane_wave(const phases& angle, double amplitude) {
  return [=](const brick::point<3>& p) {
    double phase = 0;
    for (int axis = 0; axis < 3; ++axis)
      phase += angle[axis] * (static_cast<double>(p[axis]) + 0.5);
    return amplitude * std::cos(phase);
  };
}

/// What one step multiplies the wave by; real, as the filter is symmetric.
double symbol(const weights& c, const phases& angle) {
  double sum = 0;
  for_each_offset([&](int i, int j, int k) {
    sum += c[symmetry_class(i, j, k)] * std::cos(angle[0] * i + angle[1] * j + angle[2] * k);
  });
  return sum;
}

/// The plane wave with amplitude 1 after `steps` steps.
brick::field<double, 3> filtered_wave(const brick::runtime& runtime, const brick::index<3>& cells, const phases& angle,
                                      std::int64_t steps) {
  const auto grid = brick::grid_for<smooth>(runtime, {.cells = cells, .boundary = brick::periodic});
  brick::field<double, 3> u(grid, "u"), next(grid, "next");
  u.fill(plane_wave(angle, 1));
  brick::run<smooth>(steps, u, next, filter());
  return u;
}

double error_of(const brick::runtime& runtime, const brick::field<double, 3>& u, const phases& angle,
                std::int64_t steps) {
  const double amplitude = std::pow(symbol(filter(), angle), static_cast<double>(steps));
  return examples::largest_error(runtime, u, plane_wave(angle, amplitude));
}

int check(const brick::runtime& runtime) {
  examples::checker checks(runtime);
  const std::int64_t steps = 5;
  for (const brick::index<3>& cells : {brick::index<3>{8, 8, 8}, brick::index<3>{17, 24, 40}})
    for (const brick::index<3>& periods :
         {brick::index<3>{0, 0, 0}, brick::index<3>{1, 0, 0}, brick::index<3>{1, 2, 3}}) {
      const phases angle = angles(periods, cells);
      const auto u = filtered_wave(runtime, cells, angle, steps);
      checks.at_most("wave of " + examples::to_string(periods) + " periods on " + examples::to_string(cells) + " cells",
                     error_of(runtime, u, angle, steps), 1e-13);
    }
  return checks.exit_code();
}

int simulate(brick::runtime& runtime, const examples::options<3>& options) {
  const phases angle = angles({1, 2, 1}, options.cells);
  const auto u = filtered_wave(runtime, options.cells, angle, options.steps);
  examples::print(runtime, "brick-125: %s, largest error %.1e\n", examples::to_string(options).c_str(),
                  error_of(runtime, u, angle, options.steps));
  examples::finish(runtime, options, u);
  return 0;
}

} // namespace

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  const auto options = examples::parse_options<3>(runtime, argc, argv, {.cells = {64, 64, 64}, .steps = 20});
  if (options.exit_code) return *options.exit_code;
  return options.check ? check(runtime) : simulate(runtime, options);
}
