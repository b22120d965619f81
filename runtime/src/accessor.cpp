// SPDX-License-Identifier: MIT
// Messages for accesses that reference mode refuses.
#include "brick/accessor.hpp"

#include <string>

#include "brick/error.hpp"

namespace brick::detail {

namespace {

std::string list(const std::int64_t* values, int dims) {
  std::string text;
  for (int a = 0; a < dims; ++a)
    text += (a ? ", " : "") + std::to_string(values[a]);
  return "(" + text + ")";
}

} // namespace

void throw_beyond_halo(const char* field, const std::int64_t* offset, const std::int64_t* halo, int dims) {
  throw error("a stencil reads field " + std::string(field) + " at offset " + list(offset, dims) +
              ", beyond its halo of " + list(halo, dims) + " cells; set .halo in brick::grid_options");
}

void throw_beyond_zone(const char* field, const std::int64_t* offset, const std::int64_t* cell, const std::int64_t* low,
                       const std::int64_t* high, const std::int64_t* halo, int dims) {
  const std::string read = "a boundary kernel reads field " + std::string(field) + " at offset " + list(offset, dims) +
                           " from cell " + list(cell, dims);
  for (int a = 0; a < dims; ++a) {
    const std::int64_t place = cell[a] + offset[a];
    // Cells of the domain that are too deep inside are cut off on the side across from the point.
    const bool inside = cell[a] < 0 ? high[a] == halo[a] && place >= high[a] : low[a] > 0 && place < low[a];
    if ((place < low[a] || place >= high[a]) && !inside)
      throw error(read + ", where no cell is kept on axis " + std::to_string(a) + ": ghost zones are " +
                  list(halo, dims) +
                  " cells deep, and kernels run for all cells there, at corners too: test the point");
  }
  throw error(read + "; it reaches " + list(halo, dims) +
              " cells, the halo, along the side and into the domain; set .halo in brick::grid_options");
}

void throw_not_at_point(const char* field, const std::int64_t* offset, int dims) {
  throw error("a stencil uses its output " + std::string(field) + " at offset " + list(offset, dims) +
              "; outputs are there at the point only: split the stencil in two");
}

} // namespace brick::detail
