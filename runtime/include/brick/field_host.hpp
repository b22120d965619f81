// SPDX-License-Identifier: MIT
// How the host program reads and writes fields: the members of `field` that are not about ghosts. Included by
// field.hpp.
#pragma once

#include "brick/field.hpp"

namespace brick {

template <class T, int D> void field<T, D>::fill_cells(std::int64_t elements_a_cell, auto&& f) {
  T* const values = data();
  invalidate_ghosts(); // first, since an `f` that throws leaves some cells written
  const int threads = detail::threads_for(volume(grid_.own_cells()) * elements_a_cell, grid_.threads());
  detail::parallel(threads, [&](int thread) {
    grid_.for_each_box(thread, threads, [&](const box<D>& block) {
      grid_.for_each_piece(block, interleaved_fields(),
                           [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
                             point<D> p{cell};
                             for (std::int64_t i = 0; i < length; ++i, ++p.cell[D - 1])
                               values[offset + i] = static_cast<T>(f(std::as_const(p)));
                           });
    });
  });
}

template <class T, int D> void field<T, D>::fill(T value) {
  fill_cells(1, [value](const point<D>&) { return value; });
}

template <class T, int D> template <std::invocable<point<D>, T> F> void field<T, D>::for_each(F&& f) const {
  const T* const values = data();
  grid_.for_each_piece(grid_.own_cells(), interleaved_fields(),
                       [&](const index<D>& cell, std::int64_t length, std::int64_t offset) {
                         point<D> p{cell};
                         for (std::int64_t i = 0; i < length; ++i, ++p.cell[D - 1])
                           f(std::as_const(p), values[offset + i]);
                       });
}

template <class T, int D> std::vector<T> field<T, D>::gather(const box<D>& cells, int root) const {
  std::vector<T> values;
  const detail::const_stored_cells own{reinterpret_cast<const std::byte*>(data()), sizeof(T), interleaved_fields()};
  detail::gather(grid_, cells, own, root, [&](std::size_t count) {
    values.resize(count);
    return std::as_writable_bytes(std::span(values));
  });
  return values;
}

template <class T, int D> void field<T, D>::scatter(const box<D>& cells, std::span<const T> values, int root) {
  detail::check_scatter(grid_, name_, cells, values.size(), root);
  const detail::stored_cells own{reinterpret_cast<std::byte*>(data()), sizeof(T), interleaved_fields()};
  invalidate_ghosts();
  detail::scatter(grid_, cells, std::as_bytes(values), own, root);
}

template <class T, int D> T field<T, D>::value(const index<D>& cell) const {
  const T* const values = data(); // on all ranks, which all throw where the field was moved from
  const int owner = detail::owner_of(grid_, name_, cell);
  T result{};
  if (grid_.world().rank() == owner) result = values[offset_of(cell)];
  grid_.world().broadcast(std::as_writable_bytes(std::span(&result, 1)), owner);
  return result;
}

template <class T, int D> template <view_of<D> View> void field<T, D>::copy_from(View&& view) {
  T* const stored = data();
  check_extents(view, "copy_from");
  invalidate_ghosts();
  grid_.for_each_piece(grid_.own_cells(), interleaved_fields(),
                       [&](index<D> cell, std::int64_t length, std::int64_t offset) {
                         cell = place_in_part(cell);
                         for (std::int64_t i = 0; i < length; ++i, ++cell[D - 1])
                           stored[offset + i] = static_cast<T>(detail::view_element<D>(view, cell));
                       });
}

template <class T, int D> template <view_of<D> View> void field<T, D>::copy_to(View&& view) const {
  const T* const stored = data();
  check_extents(view, "copy_to");
  grid_.for_each_piece(grid_.own_cells(), interleaved_fields(),
                       [&](index<D> cell, std::int64_t length, std::int64_t offset) {
                         cell = place_in_part(cell);
                         for (std::int64_t i = 0; i < length; ++i, ++cell[D - 1])
                           detail::view_element<D>(view, cell) = stored[offset + i];
                       });
}

template <class T, int D> void field<T, D>::check_extents(const auto& view, const char* function) const {
  index<D> extents;
  for (int a = 0; a < D; ++a)
    extents[a] = static_cast<std::int64_t>(view.extent(a));
  detail::check_extents(grid_, "field " + name_ + ": " + function + ": ", extents);
}

template <class T, int D> index<D> field<T, D>::place_in_part(index<D> cell) const {
  const box<D> own = grid_.own_cells();
  for (int a = 0; a < D; ++a)
    cell[a] -= own.low[a];
  return cell;
}

} // namespace brick
