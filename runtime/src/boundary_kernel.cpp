// SPDX-License-Identifier: MIT
// What boundary kernels need for the fields of brick's programs.
#include "brick/boundary_kernel.hpp"

namespace brick::detail {

#define BRICK_INSTANTIATE_FOR(T, D)                                                                                    \
  template class outer_input<T, D>;                                                                                    \
  template void read_piece(const layer_piece<D>&, const field<T, D>&, T*);                                             \
  template void fetch_cells(const box<D>&, const cell_block<D>&, const field<T, D>&);                                  \
  template void write_piece(const layer_piece<D>&, const T*, field<T, D>&);
#define BRICK_INSTANTIATE(T)                                                                                           \
  BRICK_INSTANTIATE_FOR(T, 1)                                                                                          \
  BRICK_INSTANTIATE_FOR(T, 2)                                                                                          \
  BRICK_INSTANTIATE_FOR(T, 3)
BRICK_INSTANTIATE(float)
BRICK_INSTANTIATE(double)
BRICK_INSTANTIATE(int)
BRICK_INSTANTIATE(std::int64_t)
#undef BRICK_INSTANTIATE
#undef BRICK_INSTANTIATE_FOR

} // namespace brick::detail
