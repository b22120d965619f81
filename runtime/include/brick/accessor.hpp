// SPDX-License-Identifier: MIT
// What a stencil sees of a field: values at constant offsets from the point. Checked against the halo in reference
// mode; in compiled programs no accessor is left.
#pragma once

#include "brick/macros_hidden.hpp" // before all others

#include <cstddef>
#include <type_traits>
#include <utility>

#include "brick/index.hpp"
#include "brick/outer_reads.hpp"

namespace brick {

namespace detail {

/// The field behind an accessor, for addresses and messages.
template <int D> struct accessed_field {
  index<D> strides{};
  index<D> halo{};
  const char* name = "";
  outer_reads<D>* outer = nullptr; ///< in a boundary kernel; cells are counted from the storage's begin then
  int interleaved = 1;             ///< fields in that storage
};

/// Throws the `error` that names the field, the offset and the halo.
[[noreturn]] void throw_beyond_halo(const char* field, const std::int64_t* offset, const std::int64_t* halo, int dims);

/// Throws the `error` that names the field, the offset, and the cell outside of the domain that it is counted from,
/// where no cell of the box from `low` to `high` is there, or it is further away than the halo.
[[noreturn]] void throw_beyond_zone(const char* field, const std::int64_t* offset, const std::int64_t* cell,
                                    const std::int64_t* low, const std::int64_t* high, const std::int64_t* halo,
                                    int dims);

/// Throws the `error` for an output used anywhere but at the point.
[[noreturn]] void throw_not_at_point(const char* field, const std::int64_t* offset, int dims);

/// A function of its own, so that what follows the usual read is short.
template <class T, int D>
[[gnu::noinline]] const T& read_elsewhere(const T* begin, const accessed_field<D>& field, const index<D>& offset) {
  const std::int64_t element = field.outer->look_up(offset, field.interleaved);
  if (element < 0) [[unlikely]] {
    const box<D>& readable = field.outer->readable();
    throw_beyond_zone(field.name, offset.data(), field.outer->cell().data(), readable.low.data(), readable.high.data(),
                      field.halo.data(), D);
  }
  return begin[element];
}

template <class T, int D>
[[gnu::always_inline]] inline const T& read(const T* at, const accessed_field<D>& field, const index<D>& offset) {
  if (field.outer) {
    const T* const known = field.outer->template find<T>(offset);
    return known ? *known : read_elsewhere<T, D>(at, field, offset);
  }
  std::int64_t distance = 0;
  for (int a = 0; a < D; ++a) {
    if (offset[a] > field.halo[a] || -offset[a] > field.halo[a]) [[unlikely]]
      throw_beyond_halo(field.name, offset.data(), field.halo.data(), D);
    distance += offset[a] * field.strides[a];
  }
  return at[distance];
}

/// What an accessor is called with by mistake: other numbers of offsets than the field has dimensions, or fractions.
template <int D, class... Offsets>
inline constexpr bool are_no_offsets = sizeof...(Offsets) != D || (std::is_floating_point_v<Offsets> || ...);

#if defined(__clang__) || __GNUC__ >= 12
#define BRICK_NO_OFFSETS                                                                                               \
  __attribute__((unavailable("a field takes one offset for each of its dimensions, whole cells")))
#else
#define BRICK_NO_OFFSETS
#endif

template <class T, int D> T& at_point(T* at, const accessed_field<D>& field, const index<D>& offset) {
  const bool elsewhere = [&]<std::size_t... A>(std::index_sequence<A...>) { // a constant, mostly: without a loop
    return ((offset[A] != 0) || ...);
  }(std::make_index_sequence<D>());
  if (elsewhere) [[unlikely]]
    throw_not_at_point(field.name, offset.data(), D);
  return *at;
}

} // namespace detail

/// A field that the stencil reads. `u(i, j, k)` is its value at that offset from the point; the last axis has unit
/// stride. In reference mode an offset deeper than the halo throws `error`.
template <class T, int D> class in {
  static_assert(detail::is_dimension<D>, "brick: a field has 1 to 3 dimensions");

public:
  using value_type = T;
  constexpr in(const T* at, const detail::accessed_field<D>& field) : at_(at), field_(&field) {}

  constexpr T operator()(int i) const
    requires(D == 1)
  {
    return detail::read<T, D>(at_, *field_, {i});
  }
  constexpr T operator()(int i, int j) const
    requires(D == 2)
  {
    return detail::read<T, D>(at_, *field_, {i, j});
  }
  constexpr T operator()(int i, int j, int k) const
    requires(D == 3)
  {
    return detail::read<T, D>(at_, *field_, {i, j, k});
  }
  template <class... Offsets>
    requires(detail::are_no_offsets<D, Offsets...>)
  BRICK_NO_OFFSETS T operator()(Offsets... offsets) const;

private:
  const T* at_;
  const detail::accessed_field<D>* field_;
};

/// A field that the stencil writes, and may read back, at the point only: every offset is 0.
template <class T, int D> class out {
  static_assert(detail::is_dimension<D>, "brick: a field has 1 to 3 dimensions");

public:
  using value_type = T;
  constexpr out(T* at, const detail::accessed_field<D>& field) : at_(at), field_(&field) {}

  constexpr T& operator()(int i) const
    requires(D == 1)
  {
    return detail::at_point<T, D>(at_, *field_, {i});
  }
  constexpr T& operator()(int i, int j) const
    requires(D == 2)
  {
    return detail::at_point<T, D>(at_, *field_, {i, j});
  }
  constexpr T& operator()(int i, int j, int k) const
    requires(D == 3)
  {
    return detail::at_point<T, D>(at_, *field_, {i, j, k});
  }
  template <class... Offsets>
    requires(detail::are_no_offsets<D, Offsets...>)
  BRICK_NO_OFFSETS T& operator()(Offsets... offsets) const;

private:
  T* at_;
  const detail::accessed_field<D>* field_;
};

/// A field that the stencil updates: read and written at the point only. Its old value is there.
template <class T, int D> class inout : public out<T, D> {
public:
  using out<T, D>::out;
};

#undef BRICK_NO_OFFSETS

} // namespace brick

#ifdef BRICK_GENERATED // generated code follows: what it needs is read before the user defines macros
#include "brick/kernel.hpp"
#endif

#include "brick/macros_shown.hpp"
