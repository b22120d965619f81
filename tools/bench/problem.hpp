// What a scheme and its baseline have in common: command line, initial values, coefficients, and what they print.
// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <numbers>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#ifndef ELEMENT
#define ELEMENT double
#endif

namespace bench {

using element = ELEMENT;

/// CELLS STEPS [--NAME=VALUE...]: cells along each axis of the periodic cube, time steps, and options.
class arguments {
public:
  long cells = 0, steps = 0;

  arguments(int argc, char** argv, std::initializer_list<std::string_view> known) : given_(argv + 1, argv + argc) {
    if (argc < 3) throw std::invalid_argument("usage: CELLS STEPS [--NAME=VALUE...]");
    cells = positive(given_[0]);
    steps = positive(given_[1]);
    given_.erase(given_.begin(), given_.begin() + 2);
    for (const std::string& word : given_) {
      bool is_known = false;
      for (const std::string_view name : known)
        is_known = is_known || word.starts_with("--" + std::string(name) + "=");
      if (!is_known) throw std::invalid_argument("unknown option " + word);
    }
  }

  /// The value of --NAME=VALUE, or `otherwise`.
  [[nodiscard]] std::string option(std::string_view name, std::string otherwise) const {
    const std::string start = "--" + std::string(name) + "=";
    for (const std::string& word : given_)
      if (word.starts_with(start)) return word.substr(start.size());
    return otherwise;
  }

private:
  static long positive(const std::string& word) {
    char* end = nullptr;
    const long number = std::strtol(word.c_str(), &end, 10);
    if (number < 1 || *end) throw std::invalid_argument(word + " is no positive number");
    return number;
  }

  std::vector<std::string> given_;
};

/// Values at the start: waves around a mean, and something rough, so that neighbours differ in every direction. From
/// tables, since millions of sines would take longer than what is measured.
class start {
public:
  /// `which` tells apart the fields of one scheme.
  start(long cells, int which, double mean) : mean_(mean) {
    const double k = 2 * std::numbers::pi / static_cast<double>(cells);
    for (std::size_t axis = 0; axis < 3; ++axis)
      for (long i = 0; i < cells; ++i)
        waves_[axis].push_back(std::sin(k * static_cast<double>(i) + 0.7 * which + 1.3 * static_cast<double>(axis)));
  }

  /// The value in a cell; `x` is the unit-stride axis.
  element operator()(long z, long y, long x) const {
    const double rough = static_cast<double>((7 * z + 3 * y + x) % 11 - 5);
    return static_cast<element>(mean_ + 0.3 * waves_[0][z] * waves_[1][y] + 0.1 * waves_[2][x] + 0.002 * rough);
  }

private:
  double mean_;
  std::array<std::vector<double>, 3> waves_;
};

/// Weights of a smoothing filter: `relative` ones, scaled so that `points[i]` cells each with weight i make a sum of 1
/// and a constant field stays as it is.
template <std::size_t N>
std::array<element, N> scaled(const std::array<double, N>& relative, const std::array<int, N>& points) {
  double sum = 0;
  for (std::size_t i = 0; i < N; ++i)
    sum += points[i] * relative[i];
  std::array<element, N> weights{};
  for (std::size_t i = 0; i < N; ++i)
    weights[i] = static_cast<element>(relative[i] / sum);
  return weights;
}

/// 10^9 cells a second.
inline double rate(long cells, long steps, double seconds) {
  const double n = static_cast<double>(cells);
  return 1e-9 * n * n * n * static_cast<double>(steps) / seconds;
}

/// Steps before the clock starts: pages are touched, caches filled, threads started, and brickc's sweeps that are about
/// as large as the caches have been timed for the first time (brick/streaming_choice.hpp). Where few steps are
/// measured, each takes too long for such fields.
inline long warm_up(long steps) {
  constexpr long until_timed = 30, few = 10;
  return 2 + steps / 10 + (steps < few ? 0 : until_timed);
}

/// Writes fields, each row-major, one behind the other, for `--dump=FILE`.
inline void write_dump(const std::string& path, const std::vector<std::vector<element>>& fields) {
  std::FILE* file = std::fopen(path.c_str(), "wb");
  bool good = file != nullptr;
  for (const auto& values : fields)
    good = good && std::fwrite(values.data(), sizeof(element), values.size(), file) == values.size();
  if (file) good = std::fclose(file) == 0 && good;
  if (!good) throw std::runtime_error("cannot write " + path);
}

// Coefficients and time steps, small enough for all schemes to stay stable for as long as anybody measures.

inline constexpr element heat_k = static_cast<element>(0.1);         // star7: k dt / h^2
inline constexpr element relaxation = static_cast<element>(2.0 / 3); // wj*: of the weighted Jacobi methods
inline constexpr element courant = static_cast<element>(0.01);       // upwind, weno3: dt / h
inline constexpr element rough_from = static_cast<element>(1e-6);    // weno3: keeps quotients finite
inline constexpr element burgers_c = static_cast<element>(0.05);     // burgers: dt / h
inline constexpr element burgers_d = static_cast<element>(0.1);      // burgers: nu dt / h^2

/// By distance along an axis: 0, 1, 2.
inline std::array<element, 3> star13_weights() { return scaled<3>({1, 0.5, 0.3}, {1, 6, 6}); }

/// By class of the offset, (0,0,0) (1,0,0) (1,1,0) (1,1,1) (2,0,0) (2,2,0).
inline std::array<element, 6> cube45_weights() {
  return scaled<6>({1, 0.5, 0.4, 0.35, 0.3, 0.25}, {1, 6, 12, 8, 6, 12});
}

/// By class, (0,0,0) (1,0,0) (1,1,0) (1,1,1) (2,0,0) (2,1,0) (2,1,1) (2,2,0) (2,2,1) (2,2,2): no product of 1-D
/// filters.
inline std::array<element, 10> cube125_weights() {
  return scaled<10>({1, 0.37, 0.24, 0.18, 0.135, 0.107, 0.086, 0.059, 0.05, 0.031},
                    {1, 6, 12, 8, 6, 24, 24, 12, 24, 8});
}

/// The 27-point Laplacian of a weighted Jacobi method, by how many axes an offset leaves: 0 to 3.
inline std::array<element, 4> wj27_weights() {
  return {static_cast<element>(-128.0 / 30), static_cast<element>(14.0 / 30), static_cast<element>(3.0 / 30),
          static_cast<element>(1.0 / 30)};
}

} // namespace bench
