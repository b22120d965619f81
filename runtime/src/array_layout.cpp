// SPDX-License-Identifier: MIT
// Offsets and packed messages of the array layout.
#include "brick/array_layout.hpp"

#include "halo_boxes.hpp"

namespace brick {

template <int D>
array_layout<D>::array_layout(const decomposition<D>& cut, int rank, const array_layout_options& options)
    : cut_(cut), rank_(rank), options_(options), own_(cut.part(rank)), all_(own_) {
  if (empty(own_)) return;
  for (int a = 0; a < D; ++a) {
    all_.low[a] -= cut.halo()[a];
    all_.high[a] += cut.halo()[a];
  }
  std::int64_t stride = 1;
  for (int a = D - 1; a >= 0; --a) {
    strides_[a] = stride;
    stride *= all_.high[a] - all_.low[a];
  }
}

template <int D> std::size_t array_layout<D>::storage_bytes(std::size_t element_bytes) const {
  return static_cast<std::size_t>(elements()) * element_bytes;
}

/// One piece per row of the box, joined where rows follow each other in memory.
template <int D>
std::vector<extent> array_layout<D>::cell_pieces(const box<D>& cells, std::int64_t element_bytes, int fields) const {
  if (empty(cells)) return {};
  const std::int64_t length = (cells.high[D - 1] - cells.low[D - 1]) * element_bytes;
  std::vector<extent> pieces;
  for (int field = 0; field < fields; ++field)
    detail::for_each_row(cells, [&](const index<D>& cell) {
      pieces.push_back({(field * elements() + offset_of(cell)) * element_bytes, length});
    });
  return join(std::move(pieces));
}

template <int D> exchange_plan array_layout<D>::plan(std::size_t element_bytes, int fields) const {
  exchange_plan result;
  if (empty(own_)) return result;
  std::array<bool, D> ghosted;
  for (int a = 0; a < D; ++a)
    ghosted[a] = cut_.halo()[a] > 0;
  const detail::box_messages to{result.sends, result.recvs, result.copies, 0, options_.wrap_in_place};
  const auto pieces = [&](const box<D>& cells) {
    return cell_pieces(cells, static_cast<std::int64_t>(element_bytes), fields);
  };
  for (int code = 0; code < direction_count(D); ++code) {
    const index<D> direction = direction_of<D>(code);
    if (code != middle_direction(D) && detail::only_along(direction, ghosted))
      detail::add_side(to, cut_, rank_, direction, pieces);
  }
  return result;
}

template class array_layout<1>;
template class array_layout<2>;
template class array_layout<3>;

} // namespace brick
