// SPDX-License-Identifier: MIT
// Indexing written the obvious way, on its own: what windows and kernels are tested against.
#include "torus.hpp"
#include <algorithm>

std::vector<int> coordinates(int number, const std::vector<int>& extent) {
  std::vector<int> at(extent.size());
  for (std::size_t a = extent.size(); a-- > 0; number /= extent[a])
    at[a] = number % extent[a];
  return at;
}

int number(const std::vector<int>& at, const std::vector<int>& extent) {
  int result = 0;
  for (std::size_t a = 0; a < extent.size(); ++a)
    result = result * extent[a] + (at[a] + 2 * extent[a]) % extent[a];
  return result;
}

Torus::Torus(std::vector<int> shape) : brick(std::move(shape)), cells_per_brick(1), brick_count(1) {
  for (const int extent : brick) {
    bricks.push_back(3);
    domain.push_back(3 * extent);
    cells_per_brick *= extent;
    brick_count *= 3;
  }
  const int directions = brick_count; // 3^D, by coincidence
  adjacency.resize(std::size_t(brick_count) * directions);
  lattice.resize(brick_count * brick.size());
  for (int from = 0; from < brick_count; ++from) {
    const std::vector<int> at = coordinates(from, bricks);
    std::copy(at.begin(), at.end(), lattice.begin() + brick_id(at) * at.size());
    for (int code = 0; code < directions; ++code) {
      const std::vector<int> here = coordinates(from, bricks);
      std::vector<int> there = coordinates(code, bricks);
      for (std::size_t a = 0; a < here.size(); ++a)
        there[a] += here[a] - 1;
      adjacency[brick_id(here) * directions + code] = brick_id(there);
    }
  }
}

int Torus::brick_id(const std::vector<int>& at) const {
  return 2 * number(at, bricks) % brick_count; // 2 and 3^D have no common divisor: a permutation
}

int Torus::storage_index(std::vector<int> cell) const {
  std::vector<int> of_brick(cell.size());
  for (std::size_t a = 0; a < cell.size(); ++a) {
    cell[a] = (cell[a] + domain[a]) % domain[a];
    of_brick[a] = cell[a] / brick[a];
    cell[a] %= brick[a];
  }
  return brick_id(of_brick) * cells_per_brick + number(cell, brick);
}
