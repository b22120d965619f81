// SPDX-License-Identifier: MIT
// What may be said of the sides of a domain.
#include "brick/boundary.hpp"

namespace brick {

template <int D> void boundaries<D>::check() const {
  for (int a = 0; a < D; ++a) {
    const std::string axis = "boundary: axis " + std::to_string(a);
    const auto& [low, high] = sides_[a];
    if ((low.kind == boundary_kind::periodic) != (high.kind == boundary_kind::periodic))
      throw error(axis + " is periodic on one side only");
    for (const boundary_condition* side : {&low, &high})
      if (side->function && !side->function.template takes<D>())
        throw error(axis + ": the function of a dirichlet side does not take a brick::point<" + std::to_string(D) +
                    ">");
  }
}

template class boundaries<1>;
template class boundaries<2>;
template class boundaries<3>;

} // namespace brick
