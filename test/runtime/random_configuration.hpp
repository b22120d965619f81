// SPDX-License-Identifier: MIT
// Random configurations of fields and their exchange, from a seed: what an application may ask the runtime for.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "brick/boundary.hpp"
#include "brick/index.hpp"

namespace brick_test {

/// What lies beyond a side of some fields.
struct random_side {
  brick::boundary_kind kind = brick::boundary_kind::periodic;
  int value = 0;         ///< of a dirichlet side
  bool function = false; ///< of the cell instead
};

enum class random_element { of_float, of_double, of_int, of_int64, of_int16 };

/// One configuration. It does not depend on the number of ranks, which is free. Entries of axes past `dims` are unused.
struct random_configuration {
  unsigned seed = 0;

  int dims = 1;
  random_element element = random_element::of_double;
  std::array<std::int64_t, 3> cells{}, brick{}, halo{}, radius{};
  std::array<std::array<random_side, 2>, 3> sides{}, other_sides{}; ///< [axis][high]; of every other field the latter
  int fields = 1;
  bool interleaved = false;
  bool wrap_in_place = true;
  std::size_t element_bytes = 0; ///< that the layout is made for: of the fields' elements, or more
  int threads = 1;
  int node_size = 0;     ///< ranks that see each other's memory; 0: all of the node
  int page_bytes = 0;    ///< imposed page size; 0: the system's
  bool no_files = false; ///< one rank can have no memory files
  int operations = 3;    ///< after the first exchange
};

/// The configuration of that seed. `brick` is at most 16 cells on an axis, the halo at most a
/// brick deep, the domain at least as wide as its halo where it has to be.
[[nodiscard]] random_configuration configuration_of(unsigned seed);

/// One line with everything.
[[nodiscard]] std::string to_string(const random_configuration& c);

/// The first D entries.
template <int D> [[nodiscard]] brick::index<D> first_of(const std::array<std::int64_t, 3>& axes) {
  brick::index<D> result{};
  for (int a = 0; a < D; ++a)
    result[a] = axes[a];
  return result;
}

/// The boundaries of these sides.
template <int D>
[[nodiscard]] brick::boundaries<D> boundaries_of(const std::array<std::array<random_side, 2>, 3>& sides) {
  const auto condition = [](const random_side& side) -> brick::boundary_condition {
    if (side.kind != brick::boundary_kind::dirichlet) return {side.kind, 0, {}};
    if (!side.function) return brick::dirichlet(side.value);
    return brick::dirichlet([value = side.value](const brick::point<D>& p) {
      double sum = value;
      for (int a = 0; a < D; ++a)
        sum += static_cast<double>((a + 2) * p[a]);
      return sum;
    });
  };
  std::array<brick::boundary_sides, D> result;
  for (int a = 0; a < D; ++a)
    result[a] = {condition(sides[a][0]), condition(sides[a][1])};
  return result;
}

} // namespace brick_test
