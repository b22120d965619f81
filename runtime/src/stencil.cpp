// SPDX-License-Identifier: MIT
// Calls of `apply`, without the types of the stencil.
#include "brick/stencil.hpp"

namespace brick::detail {

template <int D>
void make_call(const stencil_call<D>& call, const stencil_code<D>& code, std::span<field_use<D>> fields,
               const box<D>* where) {
  const box<D> cells = check_call<D>(call, fields, where);
  const grid<D>& on = fields[0].field->grid();
  exchange_and_compute(on, fields,
                       [&](const sweep_part& part) { sweep_cells<D>(on, call, code, fields, part, cells); });
}

template void make_call(const stencil_call<1>&, const stencil_code<1>&, std::span<field_use<1>>, const box<1>*);
template void make_call(const stencil_call<2>&, const stencil_code<2>&, std::span<field_use<2>>, const box<2>*);
template void make_call(const stencil_call<3>&, const stencil_code<3>&, std::span<field_use<3>>, const box<3>*);

} // namespace brick::detail
