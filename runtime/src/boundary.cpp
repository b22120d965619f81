// SPDX-License-Identifier: MIT
// What may be said of the sides of a domain.
#include "brick/boundary.hpp"

#include "brick/error.hpp"

namespace brick {

boundary_sides::boundary_sides(const boundary_condition& both) : low(both), high(both) {}
boundary_sides::boundary_sides(const boundary_condition& at_low, const boundary_condition& at_high)
    : low(at_low), high(at_high) {}

template <int D> boundaries<D>::boundaries(const boundary_condition& all) : given_(true) {
  sides_.fill(all);
  detail::check_sides<D>(sides_);
}

template <int D> boundaries<D>::boundaries(const side_list& sides) : given_(true) {
  for (int a = 0; a < D; ++a)
    sides_[a] = *sides[a];
  detail::check_sides<D>(sides_);
}

namespace detail {

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

} // namespace detail

template boundaries<1>::boundaries(const boundary_condition&);
template boundaries<2>::boundaries(const boundary_condition&);
template boundaries<3>::boundaries(const boundary_condition&);
template boundaries<1>::boundaries(const side_list&);
template boundaries<2>::boundaries(const side_list&);
template boundaries<3>::boundaries(const side_list&);

} // namespace brick
