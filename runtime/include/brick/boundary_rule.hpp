// SPDX-License-Identifier: MIT
// The rule for cells outside the domain: periodic axes wrap, neumann axes mirror, and of the sides that a cell is still
// beyond, the one of the slowest axis decides.
#pragma once

#include <optional>

#include "brick/boundary.hpp"
#include "brick/index.hpp"

namespace brick::detail {

/// The cell mirrored at its neumann sides. It is at most as deep beyond one as the domain is wide.
template <int D> index<D> mirrored(index<D> cell, const index_argument<D>& domain, const boundaries<D>& boundary) {
  for (int a = 0; a < D; ++a) {
    if (cell[a] < 0 && boundary[a].low.kind == boundary_kind::neumann)
      cell[a] = -1 - cell[a];
    else if (cell[a] >= domain[a] && boundary[a].high.kind == boundary_kind::neumann)
      cell[a] = 2 * domain[a] - 1 - cell[a];
  }
  return cell;
}

/// The cell wrapped into the domain on its periodic axes.
template <int D> index<D> wrapped(index<D> cell, const index_argument<D>& domain, const boundaries<D>& boundary) {
  for (int a = 0; a < D; ++a)
    if (boundary.is_periodic(a)) cell[a] -= floor_div(cell[a], domain[a]) * domain[a];
  return cell;
}

/// The side that decides about the cell; none when it is in the domain once wrapped and mirrored.
template <int D>
std::optional<face> deciding_face(const index<D>& cell, const index_argument<D>& domain,
                                  const boundaries<D>& boundary) {
  const auto decides = [](const boundary_condition& side) {
    return side.kind == boundary_kind::dirichlet || side.kind == boundary_kind::ghost;
  };
  for (int a = 0; a < D; ++a) {
    if (cell[a] < 0 && decides(boundary[a].low)) return face{a, false};
    if (cell[a] >= domain[a] && decides(boundary[a].high)) return face{a, true};
  }
  return std::nullopt;
}

} // namespace brick::detail
