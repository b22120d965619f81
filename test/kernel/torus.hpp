// SPDX-License-Identifier: MIT
// A small periodic domain of bricks: three an axis, numbered so that only the adjacency leads from one to the next.
#pragma once

#include <cstdint>
#include <vector>

/// Coordinates of the `number`-th cell of a block with those extents, the last axis fastest; and back, wrapping around.
std::vector<int> coordinates(int number, const std::vector<int>& extent);
int number(const std::vector<int>& at, const std::vector<int>& extent);

/// Where everything is in the domain.
struct Torus {
  explicit Torus(std::vector<int> brick);

  std::vector<int> brick;  ///< cells of a brick
  std::vector<int> bricks; ///< 3 on every axis
  std::vector<int> domain; ///< cells of the domain
  int cells_per_brick;
  int brick_count;
  std::vector<std::int32_t> adjacency;
  std::vector<std::int64_t> lattice; ///< coordinates of each brick

  int cell_count() const { return cells_per_brick * brick_count; }
  int brick_id(const std::vector<int>& at) const;
  /// Index in a field's storage of the cell with those global coordinates, which may lie outside by a period.
  int storage_index(std::vector<int> cell) const;
};
