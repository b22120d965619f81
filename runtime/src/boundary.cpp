// SPDX-License-Identifier: MIT
// What may be said of the sides of a domain.
#include "brick/boundary.hpp"

#include "brick/error.hpp"

namespace brick::detail {

template <int D> void check_sides(const std::array<boundary_sides, D>& sides) {
  for (int a = 0; a < D; ++a) {
    const std::string axis = "boundary: axis " + std::to_string(a);
    const auto& [low, high] = sides[a];
    if ((low.kind == boundary_kind::periodic) != (high.kind == boundary_kind::periodic))
      throw error(axis + " is periodic on one side only");
    for (const boundary_condition* side : {&low, &high})
      if (side->function && !side->function.template takes<D>())
        throw error(axis + ": the function of a dirichlet side does not take a brick::point<" + std::to_string(D) +
                    ">");
  }
}

template void check_sides<1>(const std::array<boundary_sides, 1>&);
template void check_sides<2>(const std::array<boundary_sides, 2>&);
template void check_sides<3>(const std::array<boundary_sides, 3>&);

} // namespace brick::detail
