// SPDX-License-Identifier: MIT
// The fields of brick's programs: those of other elements are compiled with the program, in reference mode.
#include "brick/field.hpp"

namespace brick {

#define BRICK_INSTANTIATE(T)                                                                                           \
  template class field<T, 1>;                                                                                          \
  template class field<T, 2>;                                                                                          \
  template class field<T, 3>;
BRICK_INSTANTIATE(float)
BRICK_INSTANTIATE(double)
BRICK_INSTANTIATE(int)
BRICK_INSTANTIATE(std::int64_t)
#undef BRICK_INSTANTIATE

} // namespace brick
