// SPDX-License-Identifier: MIT
// What a stencil sees of a field: values at constant offsets from the point. Checked against the halo in reference
// mode; in compiled programs no accessor is left.
#pragma once

#include "brick/macros_hidden.hpp" // before all others

#include "brick/index.hpp"

namespace brick {

namespace detail {

/// The point of a boundary kernel, from which cells are found through the layout.
template <int D> struct outer_point {
  index<D> cell{};
  box<D> readable{}; ///< cells that may be read from there
  const void* layout = nullptr;
  std::int64_t (*offset_of)(const void* layout, const index<D>& cell, int interleaved) = nullptr;
};

/// The field behind an accessor, for addresses and messages.
template <int D> struct accessed_field {
  index<D> strides{};
  index<D> halo{};
  const char* name = "";
  const outer_point<D>* outer = nullptr; ///< in a boundary kernel; cells are counted from the storage's begin then
  int interleaved = 1;                   ///< fields in that storage
};

/// Throws the `error` that names the field, the offset and the halo.
[[noreturn]] void throw_beyond_halo(const char* field, const std::int64_t* offset, const std::int64_t* halo, int dims);

/// Throws the `error` that names the field, the offset, the cell it is counted from, and the halo.
[[noreturn]] void throw_beyond_zone(const char* field, const std::int64_t* offset, const std::int64_t* cell,
                                    const std::int64_t* halo, int dims);

/// Throws the `error` for an output used anywhere but at the point.
[[noreturn]] void throw_not_at_point(const char* field, const std::int64_t* offset, int dims);

template <class T, int D>
const T& read_outside(const T* begin, const accessed_field<D>& field, const index<D>& offset) {
  index<D> cell = field.outer->cell;
  for (int a = 0; a < D; ++a)
    cell[a] += offset[a];
  if (!contains(field.outer->readable, cell)) [[unlikely]]
    throw_beyond_zone(field.name, offset.data(), field.outer->cell.data(), field.halo.data(), D);
  return begin[field.outer->offset_of(field.outer->layout, cell, field.interleaved)];
}

template <class T, int D> const T& read(const T* at, const accessed_field<D>& field, const index<D>& offset) {
  if (field.outer) [[unlikely]]
    return read_outside<T, D>(at, field, offset);
  std::int64_t distance = 0;
  for (int a = 0; a < D; ++a) {
    if (offset[a] > field.halo[a] || -offset[a] > field.halo[a]) [[unlikely]]
      throw_beyond_halo(field.name, offset.data(), field.halo.data(), D);
    distance += offset[a] * field.strides[a];
  }
  return at[distance];
}

template <class T, int D> T& at_point(T* at, const accessed_field<D>& field, const index<D>& offset) {
  if (offset != index<D>{}) [[unlikely]]
    throw_not_at_point(field.name, offset.data(), D);
  return *at;
}

} // namespace detail

/// A field that the stencil reads. `u(i, j, k)` is its value at that offset from the point; the last axis has unit
/// stride. In reference mode an offset deeper than the halo throws `error`.
template <class T, int D> class in {
public:
  using value_type = T;
  in(const T* at, const detail::accessed_field<D>& field) : at_(at), field_(&field) {}

  T operator()(int i) const
    requires(D == 1)
  {
    return detail::read<T, D>(at_, *field_, {i});
  }
  T operator()(int i, int j) const
    requires(D == 2)
  {
    return detail::read<T, D>(at_, *field_, {i, j});
  }
  T operator()(int i, int j, int k) const
    requires(D == 3)
  {
    return detail::read<T, D>(at_, *field_, {i, j, k});
  }

private:
  const T* at_;
  const detail::accessed_field<D>* field_;
};

/// A field that the stencil writes, and may read back, at the point only: every offset is 0.
template <class T, int D> class out {
public:
  using value_type = T;
  out(T* at, const detail::accessed_field<D>& field) : at_(at), field_(&field) {}

  T& operator()(int i) const
    requires(D == 1)
  {
    return detail::at_point<T, D>(at_, *field_, {i});
  }
  T& operator()(int i, int j) const
    requires(D == 2)
  {
    return detail::at_point<T, D>(at_, *field_, {i, j});
  }
  T& operator()(int i, int j, int k) const
    requires(D == 3)
  {
    return detail::at_point<T, D>(at_, *field_, {i, j, k});
  }

private:
  T* at_;
  const detail::accessed_field<D>* field_;
};

/// A field that the stencil updates: read and written at the point only. Its old value is there.
template <class T, int D> class inout : public out<T, D> {
public:
  using out<T, D>::out;
};

} // namespace brick

#ifdef BRICK_GENERATED // generated code follows: what it needs is read before the user defines macros
#include "brick/kernel.hpp"
#endif

#include "brick/macros_shown.hpp"
