// SPDX-License-Identifier: MIT
// What a stencil sees of a field: values at constant offsets from the point. Checked against the halo in reference
// mode; in compiled programs no accessor is left.
#pragma once

#include "brick/macros_hidden.hpp" // before all others

#include <type_traits>

#include "brick/cell_block.hpp"
#include "brick/direction.hpp"
#include "brick/index.hpp"

namespace brick {

namespace detail {

/// The point of a boundary kernel, and where the cells around it lie: in the block of the point and those beside it,
/// which are looked up when a kernel first reads there.
template <int D> class outer_point {
public:
  /// Finds the block of a cell in a layout.
  using finder = cell_block<D> (*)(const void* layout, const index<D>& cell);

  /// For reads in `readable`, and no further than `reach` from the point.
  outer_point(const box<D>& readable, const index<D>& reach, const void* layout, finder find)
      : readable_(readable), reach_(reach), layout_(layout), find_(find) {}
  outer_point(const outer_point&) = delete;
  outer_point& operator=(const outer_point&) = delete;

  index<D> cell{};

  /// To be called before the point comes into another block.
  void enter(const cell_block<D>& block) {
    home_ = block.cells;
    around_.fill({});
    last_ = around_.data();
  }

  /// The offset of the cell at `offset` from the point, in a storage of so many fields; -1 where it may not be read.
  [[nodiscard]] std::int64_t offset_of(const index<D>& offset, int interleaved) {
    std::int64_t inside = 0;
    bool found = true; // without branches: this is done for each read, and most go to the block of the last one
    for (int a = 0; a < D; ++a) {
      const std::int64_t at = cell[a] + offset[a] - last_->low[a];
      found &= is_below(at, last_->width[a]);
      found &= is_near(a, offset[a]);
      inside += at * last_->strides[a];
    }
    return found ? last_->first * interleaved + last_->inside + inside : offset_elsewhere(offset, interleaved);
  }

private:
  /// The cells of a block that may be read, and where the first of them is.
  struct known_block {
    index<D> low{}, width{}, strides{};
    std::int64_t first = 0;  ///< of the block
    std::int64_t inside = 0; ///< from there
  };

  /// Whether 0 <= value < limit.
  static constexpr bool is_below(std::int64_t value, std::int64_t limit) {
    return static_cast<std::uint64_t>(value) < static_cast<std::uint64_t>(limit);
  }

  [[nodiscard]] bool is_near(int axis, std::int64_t offset) const {
    return is_below(offset + reach_[axis], 2 * reach_[axis] + 1);
  }

  /// The same where the cell is not in the block of the last read.
  [[gnu::noinline]] std::int64_t offset_elsewhere(const index<D>& offset, int interleaved) {
    index<D> place;
    int code = 0;
    std::int64_t inside = 0;
    bool known = true;
    for (int a = 0; a < D; ++a) {
      place[a] = cell[a] + offset[a];
      if (place[a] < readable_.low[a] || place[a] >= readable_.high[a]) return -1;
      if (!is_near(a, offset[a])) return -1;
      code = 3 * code + (place[a] >= home_.low[a]) + (place[a] >= home_.high[a]);
    }
    last_ = &around_[static_cast<std::size_t>(code)];
    for (int a = 0; a < D; ++a) {
      known &= is_below(place[a] - last_->low[a], last_->width[a]);
      inside += (place[a] - last_->low[a]) * last_->strides[a];
    }
    if (known) return last_->first * interleaved + last_->inside + inside;
    look_up(*last_, place);
    return offset_of(offset, interleaved);
  }

  void look_up(known_block& block, const index<D>& place) const {
    const cell_block<D> whole = find_(layout_, place);
    const box<D> cells = intersection(whole.cells, readable_);
    block = {cells.low, shape(cells), whole.strides, whole.first, whole.offset_of(cells.low) - whole.first};
  }

  box<D> readable_;
  index<D> reach_;
  const void* layout_;
  finder find_;
  box<D> home_{};                                        ///< the block of the point
  std::array<known_block, direction_count(D)> around_{}; ///< by direction from there
  known_block* last_ = around_.data();                   ///< the one that was read last
};

/// The field behind an accessor, for addresses and messages.
template <int D> struct accessed_field {
  index<D> strides{};
  index<D> halo{};
  const char* name = "";
  outer_point<D>* outer = nullptr; ///< in a boundary kernel; cells are counted from the storage's begin then
  int interleaved = 1;             ///< fields in that storage
};

/// Throws the `error` that names the field, the offset and the halo.
[[noreturn]] void throw_beyond_halo(const char* field, const std::int64_t* offset, const std::int64_t* halo, int dims);

/// Throws the `error` that names the field, the offset, the cell it is counted from, and the halo.
[[noreturn]] void throw_beyond_zone(const char* field, const std::int64_t* offset, const std::int64_t* cell,
                                    const std::int64_t* halo, int dims);

/// Throws the `error` for an output used anywhere but at the point.
[[noreturn]] void throw_not_at_point(const char* field, const std::int64_t* offset, int dims);

/// Hot, since compilers take what follows an unlikely branch for cold.
template <class T, int D>
[[gnu::hot]] const T& read_outside(const T* begin, const accessed_field<D>& field, const index<D>& offset) {
  const std::int64_t element = field.outer->offset_of(offset, field.interleaved);
  if (element < 0) [[unlikely]]
    throw_beyond_zone(field.name, offset.data(), field.outer->cell.data(), field.halo.data(), D);
  return begin[element];
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
  template <class... Offsets>
    requires(detail::are_no_offsets<D, Offsets...>)
  BRICK_NO_OFFSETS T operator()(Offsets... offsets) const;

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
