// Sums over boxes of cells, and their extremes, as users write them, beside loops. SPDX-License-Identifier: MIT
#include <algorithm>
#include <array>
#include <brick/brick.hpp>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>

// What happens at a point, for accessors of fields and of arrays: u(dz, dy, dx).

template <class U, class Add> void around(U u, int reach, const Add& add) {
  for (int z = -reach; z <= reach; ++z)
    for (int y = -reach; y <= reach; ++y)
      for (int x = -reach; x <= reach; ++x)
        add(z * z + y * y + x * x, u(z, y, x));
}

template <class U> double named_parts(U u, U v, double k) {
  const double faces = u(-1, 0, 0) + u(1, 0, 0) + u(0, -1, 0) + u(0, 1, 0) + u(0, 0, -1) + u(0, 0, 1);
  double edges = 0, corners = 0;
  around(u, 1, [&](int distance, double cell) { (distance == 2 ? edges : corners) += distance < 2 ? 0 : cell; });
  const double here = u(0, 0, 0);
  const double laplacian = (14 * faces + 3 * edges + corners) / 30 - 128 * here / 30;
  return here + k * (laplacian - v(0, 0, 0));
}

template <class U> double coefficient(U u, U v, double k) {
  double sum = 0;
  around(u, 1, [&](int distance, double cell) { sum += k / (1 + distance) * cell; });
  return v(0, 0, 0) * sum + v(0, 0, 1);
}

template <class U> double choice(U u, U v, double k) {
  double sum = 0;
  around(u, 2, [&](int distance, double cell) { sum += cell / (3 + distance); });
  if (v(0, 0, 0) > 0.1) return k * sum;
  return std::sqrt(1 + sum * sum);
}

template <class U> double variance(U u, U v, double k) {
  double sum = 0, squares = 0;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x) {
        const double cell = u(z, y, x) - k * v(z, y, x);
        sum += cell;
        squares += cell * cell;
      }
  return squares / 27 - sum * sum / (27 * 27);
}

/// Binomial weights, a slope on the last axis, all times a scalar.
template <class U> double products(U u, U v, double k) {
  constexpr std::array<double, 5> smooth{1 / 16., 4 / 16., 6 / 16., 4 / 16., 1 / 16.},
      slope{-1 / 8., -2 / 8., 0, 2 / 8., 1 / 8.};
  double sum = 0;
  for (int z = -2; z <= 2; ++z)
    for (int y = -2; y <= 2; ++y)
      for (int x = -2; x <= 2; ++x)
        sum += k * smooth[z + 2] * smooth[y + 2] * slope[x + 2] * u(z, y, x);
  return sum + v(0, 0, 0);
}

template <class U> double many(U u, U v, double k) {
  double sum = 0;
  around(u, 3, [&](int distance, double cell) { sum += (28 - distance) * cell; });
  return k * sum / 5000 + v(0, 0, 0);
}

/// A mean over the cells that are large.
template <class U> double conditions(U u, U v, double k) {
  int count = 0;
  double sum = 0;
  around(u, 1, [&](int distance, double cell) {
    if (std::isnan(cell)) return;
    count += cell > k;
    if (cell > k) sum += std::exp(-distance / 2.) / (1 + cell);
  });
  return count > 4 ? sum / count : v(0, 0, 0);
}

template <class U> double gauss(U u, U v, double k) {
  double sum = 0, norm = 0;
  around(u, 2, [&](int distance, double cell) {
    const double weight = std::exp(-distance / 3.7);
    sum += weight * cell;
    norm += weight;
  });
  return k * sum / norm - v(0, 0, 0);
}

/// Of roots, which negative cells do not have. The smallest one is none where the point's own is none.
template <class U> double extremes(U u, U v, double k) {
  double smallest = std::sqrt(u(0, 0, 0)), largest = k, any = std::sqrt(u(0, 0, 2));
  around(u, 1, [&](int, double cell) { smallest = std::min(smallest, std::sqrt(cell)); });
  around(v, 2, [&](int distance, double cell) {
    const double root = std::sqrt(cell);
    if (distance < 9 && root > largest) largest = root;
  });
  around(u, 1, [&](int, double cell) { any = std::fmax(any, std::sqrt(cell - 0.9)); });
  return (std::isnan(smallest) ? 2 : smallest) + largest + (std::isnan(any) ? 3 : any);
}

template <class U> std::uint8_t range(U u) {
  int smallest = 255, largest = 0;
  around(u, 2, [&](int, int cell) {
    smallest = std::min(smallest, cell);
    largest = std::max(cell, largest);
  });
  return static_cast<std::uint8_t>(largest - smallest);
}

template <class U> std::uint8_t bytes(U u) {
  constexpr std::array<int, 3> binomial{1, 2, 1};
  int sum = 0;
  for (int z = -1; z <= 1; ++z)
    for (int y = -1; y <= 1; ++y)
      for (int x = -1; x <= 1; ++x)
        sum += binomial[z + 1] * binomial[y + 1] * binomial[x + 1] * u(z, y, x);
  return static_cast<std::uint8_t>((sum + 32) / 64);
}

using in = brick::in<double, 3>;
using out = brick::out<double, 3>;
using field = brick::field<double, 3>;

[[brick::stencil]] void apply_named_parts(out a, in u, in v, double k) { a(0, 0, 0) = named_parts(u, v, k); }
[[brick::stencil]] void apply_coefficient(out a, in u, in v, double k) { a(0, 0, 0) = coefficient(u, v, k); }
[[brick::stencil]] void apply_choice(out a, in u, in v, double k) { a(0, 0, 0) = choice(u, v, k); }
[[brick::stencil]] void apply_variance(out a, in u, in v, double k) { a(0, 0, 0) = variance(u, v, k); }
[[brick::stencil]] void apply_products(out a, in u, in v, double k) { a(0, 0, 0) = products(u, v, k); }
[[brick::stencil]] void apply_many(out a, in u, in v, double k) { a(0, 0, 0) = many(u, v, k); }
[[brick::stencil]] void apply_conditions(out a, in u, in v, double k) { a(0, 0, 0) = conditions(u, v, k); }
[[brick::stencil]] void apply_gauss(out a, in u, in v, double k) { a(0, 0, 0) = gauss(u, v, k); }
[[brick::stencil]] void apply_extremes(out a, in u, in v, double k) { a(0, 0, 0) = extremes(u, v, k); }
[[brick::stencil]] void apply_range(brick::out<std::uint8_t, 3> a, brick::in<std::uint8_t, 3> u) {
  a(0, 0, 0) = range(u);
}
[[brick::stencil]] void apply_bytes(brick::out<std::uint8_t, 3> a, brick::in<std::uint8_t, 3> u) {
  a(0, 0, 0) = bytes(u);
}

using results = std::array<brick::field<double, 3>, 9>;

[[brick::step]] void all(results& a, const field& u, const field& v, brick::field<std::uint8_t, 3>& next,
                         brick::field<std::uint8_t, 3>& ranges, const brick::field<std::uint8_t, 3>& cells, double k) {
  brick::apply<apply_named_parts>(a[0], u, v, k);
  brick::apply<apply_coefficient>(a[1], u, v, k);
  brick::apply<apply_choice>(a[2], u, v, k);
  brick::apply<apply_variance>(a[3], u, v, k);
  brick::apply<apply_products>(a[4], u, v, k);
  brick::apply<apply_many>(a[5], u, v, k);
  brick::apply<apply_conditions>(a[6], u, v, k);
  brick::apply<apply_gauss>(a[7], u, v, k);
  brick::apply<apply_extremes>(a[8], u, v, k);
  brick::apply<apply_bytes>(next, cells);
  brick::apply<apply_range>(ranges, cells);
}

constexpr std::array<int, 3> cells{19, 21, 26};

/// A whole field as an array, periodic, seen from a cell.
template <class T> auto seen(const std::vector<T>& all, int z, int y, int x) {
  return [&all, z, y, x](int dz, int dy, int dx) {
    const auto at = [](int i, int n) { return (i + n) % n; };
    return all[(at(z + dz, cells[0]) * cells[1] + at(y + dy, cells[1])) * cells[2] + at(x + dx, cells[2])];
  };
}

/// The largest difference to what a function of a cell says, and a hash of the bits.
template <class T, class Function>
void compare(const char* name, const std::vector<T>& found, const Function& function) {
  double largest = 0;
  std::uint64_t hash = 14695981039346656037u;
  for (int z = 0, i = 0; z < cells[0]; ++z)
    for (int y = 0; y < cells[1]; ++y)
      for (int x = 0; x < cells[2]; ++x, ++i) {
        const double difference = std::abs(static_cast<double>(found[i] - function(z, y, x)));
        largest = std::max(largest, std::isnan(difference) ? HUGE_VAL : difference); // no function's value is a NaN
        std::uint64_t bits = 0;
        std::memcpy(&bits, &found[i], sizeof found[i]);
        hash = (hash ^ bits) * 1099511628211u;
      }
  std::printf("%s %016llx %.2g\n", name, static_cast<unsigned long long>(hash), largest);
}

int main(int argc, char** argv) {
  brick::runtime runtime(argc, argv);
  auto grid = brick::grid_for<all>(runtime, {.cells = {cells[0], cells[1], cells[2]}, .boundary = brick::periodic});
  field u(grid, "u"), v(grid, "v");
  results a{field(grid, "0"), field(grid, "1"), field(grid, "2"), field(grid, "3"), field(grid, "4"),
            field(grid, "5"), field(grid, "6"), field(grid, "7"), field(grid, "8")};
  brick::field<std::uint8_t, 3> image(grid, "image"), next(grid, "next"), ranges(grid, "ranges");
  u.fill([](brick::point<3> p) { return std::sin(0.7 * p[0] + 0.3 * p[1] * p[1] + 0.011 * p[2] * p[2]); });
  v.fill([](brick::point<3> p) { return std::cos(0.2 * p[0] * p[1] - 0.5 * p[2]); });
  image.fill([](brick::point<3> p) { return static_cast<std::uint8_t>(p[0] * 71 + p[1] * p[2] * 13 + p[2] * 57); });
  const double k = 0.37;
  brick::run<all>(1, a, u, v, next, ranges, image, k);

  const std::vector<double> us = u.gather(0), vs = v.gather(0);
  const std::vector<std::uint8_t> before = image.gather(0), behind = next.gather(0), spread = ranges.gather(0);
  std::array<std::vector<double>, 9> found;
  for (std::size_t i = 0; i < found.size(); ++i)
    found[i] = a[i].gather(0);
  if (runtime.rank() != 0) return 0;
  const auto of = [&](auto function) {
    return [&us, &vs, k, function](int z, int y, int x) { return function(seen(us, z, y, x), seen(vs, z, y, x), k); };
  };
  compare("named parts", found[0], of([](auto... each) { return named_parts(each...); }));
  compare("coefficient", found[1], of([](auto... each) { return coefficient(each...); }));
  compare("choice", found[2], of([](auto... each) { return choice(each...); }));
  compare("variance", found[3], of([](auto... each) { return variance(each...); }));
  compare("products", found[4], of([](auto... each) { return products(each...); }));
  compare("many", found[5], of([](auto... each) { return many(each...); }));
  compare("conditions", found[6], of([](auto... each) { return conditions(each...); }));
  compare("gauss", found[7], of([](auto... each) { return gauss(each...); }));
  compare("extremes", found[8], of([](auto... each) { return extremes(each...); }));
  compare("ranges", spread, [&](int z, int y, int x) { return range(seen(before, z, y, x)); });
  compare("bytes", behind, [&](int z, int y, int x) { return bytes(seen(before, z, y, x)); });
}
