// SPDX-License-Identifier: MIT
// How a generated kernel sees the cells of a field: a brick and the 3^D - 1 bricks around it, found through the
// adjacency. A cell's position may leave the brick by up to one brick on each axis; which side it leaves on is settled
// when the position is known to the compiler (unrolled loops), and costs one comparison an axis otherwise.
// The layout is that of papers/bricks: a brick's cells are contiguous, row-major, the last axis unit-stride.
#pragma once

#include "brick/position.hpp"
#include "brick/sweep.hpp"
#include "brick/vec.hpp"
#include "brick/vec_stream.hpp"
#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace brick {

/// What a kernel computes with of a field of T: numbers, and integers of 32 or 64 bits, which have a sign. Others are
/// read as one of these and stored with the bits that they have room for.
template <class T>
using cell_value_t = std::conditional_t<std::is_floating_point_v<T>, std::remove_const_t<T>,
                                        std::conditional_t<sizeof(T) == 8, std::int64_t, std::int32_t>>;

/// One plane of a brick and of the bricks beside it, all at one position on the slowest axis; `Rest` has the extents of
/// the others. A loop over the rows of the plane, unrolled, finds each at a fixed distance from where its brick begins.
template <class T, class Rest, int Lanes> class plane;

template <class T, int... Extent, int Lanes> class plane<T, brick_shape<Extent...>, Lanes> {
public:
  static constexpr int directions = brick_shape<Extent...>::directions;
  using value = cell_value_t<T>;
  using vec = brick::vec<value, Lanes>;

  /// Where the plane begins in each brick that is read, by the code of its direction.
  explicit plane(const std::array<T*, directions>& rows) : rows(rows) {}

  /// The vector `Offset` cells away from `cell`, whose last coordinate is a multiple of Lanes.
  template <int... Offset, class... Int> BRICK_INLINE vec load(Int... cell) const {
    return vector_at<false, Offset...>(cell...);
  }

  /// The same where `cell` too may lie up to a brick outside, but no further with the offset.
  template <int... Offset, class... Int> BRICK_INLINE vec reach(Int... cell) const {
    return vector_at<true, Offset...>(cell...);
  }

private:
  using stored = brick::vec<std::remove_const_t<T>, Lanes>;
  static constexpr int last = sizeof...(Extent) - 1; ///< axis
  static constexpr std::array<int, sizeof...(Extent)> extents{Extent...};

  /// One load, at any address, where the vector lies in rows of this brick or of those above and below; one across two
  /// bricks is put together of the two vectors around it.
  template <bool Outside, int... Offset, class... Int> BRICK_INLINE vec vector_at(Int... cell) const {
    constexpr int along = std::array{Offset...}[last], first = (along % Lanes + Lanes) % Lanes;
    if constexpr (first == 0) return at(position_of<Outside, Offset...>(0, cell...));
    const int begin = std::array{cell...}[last] + along;
    if (begin >= 0 && begin + Lanes <= extents[last]) {
      stored lanes;
      std::memcpy(&lanes, cells(position_of<Outside, Offset...>(0, cell...)), sizeof lanes);
      return convert<value>(lanes);
    }
    return align<first>(at(position_of<Outside, Offset...>(-first, cell...)),
                        at(position_of<Outside, Offset...>(Lanes - first, cell...)));
  }

  /// `Offset` away from `cell`, and another `shift` on the last axis. `Outside`: that cell may lie outside the brick.
  template <bool Outside, int... Offset, class... Int>
  BRICK_INLINE detail::position position_of(int shift, Int... cell) const {
    detail::position to;
    int axis = 0;
    const auto step = [&]<int AxisExtent, int AxisOffset>(int at) __attribute__((always_inline)) {
      const bool any = Outside || axis == last;
      to = any ? to.template with_any<AxisExtent, AxisOffset>(axis == last ? at + shift : at)
               : to.template with<AxisExtent, AxisOffset>(at);
      ++axis;
    };
    (step.template operator()<Extent, Offset>(cell), ...);
    return to;
  }

  BRICK_INLINE const T* cells(const detail::position& to) const { return rows[to.code] + to.slowest + to.others; }
  BRICK_INLINE vec at(const detail::position& to) const {
    return convert<value>(reinterpret_cast<const stored&>(*cells(to)));
  }

  std::array<T*, directions> rows;
};

/// How many bytes a kernel stores past the caches one behind the other: a load between two such stores that is not in
/// the first-level cache holds them up, and so do more of them than the processor keeps waiting. Measured: some lines
/// where rows are written out one by one (128 to 512 bytes are as good), a plane where they are a loop; where a vector
/// is a line, each at once in such a loop, and in stencils that read several fields.
constexpr int few_lines = 256, one_line = 64, whole_plane = std::numeric_limits<int>::max();

/// Where a kernel puts the vectors of one plane of a brick, all of them, row by row; `Rest` as above. Past the caches
/// go `Bytes` at a time.
template <bool Streaming, int Bytes, class T, class Rest, int Lanes> class plane_stores;

template <bool Streaming, int Bytes, class T, int... Extent, int Lanes>
class plane_stores<Streaming, Bytes, T, brick_shape<Extent...>, Lanes> {
public:
  using vec = brick::vec<cell_value_t<T>, Lanes>;

  explicit plane_stores(T* first) : first(reinterpret_cast<stored*>(first)) {}

  /// Sets the vector of cells that begins at `cell`, the one behind that of the last call.
  template <class... Int> BRICK_INLINE void store(vec values, Int... cell) {
    const stored value = convert<T>(values);
    int row = 0, at = 0, last = 0; // so that no division by Lanes is left where rows are a loop
    ((row = at, last = cell, at = at * Extent + cell), ...);
    const int vector = row * in_row + last / Lanes;
    if constexpr (!Streaming) {
      first[vector] = value;
    } else if constexpr (at_end == vectors) {
      waiting[vector] = value;
    } else {
      waiting[vector % in_burst] = value;
      if (vector % in_burst == in_burst - 1) burst<in_burst>(vector - (in_burst - 1));
    }
  }

  /// To be called when all vectors of the plane are set.
  BRICK_INLINE void end() const {
    if constexpr (Streaming) burst<at_end>(vectors - at_end);
  }

  /// The same when those of its first `rows` are, a multiple of `Unit`.
  template <int Unit> BRICK_INLINE void end(int rows) const {
    static_assert(sizeof...(Extent) == 2);
    if constexpr (!Streaming || (at_end == 0 && Unit * in_row % in_burst == 0)) return;
    const int set = rows * in_row;
    if (set == vectors) return end();
    const int begin = set / in_burst * in_burst;
    if constexpr (Bytes == whole_plane) {
      BRICK_ROLLED
      for (int i = begin; i < set; ++i)
        stream(first[i], waiting[i - begin]);
    } else {
      BRICK_UNROLL
      for (int i = 0; i < in_burst; ++i) // so that what waits stays in registers
        if (begin + i < set) stream(first[begin + i], waiting[i]);
    }
  }

private:
  using stored = brick::vec<T, Lanes>;
  static constexpr int vectors = brick_shape<Extent...>::cells / Lanes;
  static constexpr int in_row = std::array{Extent...}.back() / Lanes;
  static constexpr int in_burst = std::clamp<int>(Bytes / sizeof(stored), 1, vectors);
  static constexpr int at_end = in_burst < vectors ? vectors % in_burst : vectors; ///< vectors that wait until then

  /// Stores what waits for `Count` vectors from number `begin` on.
  template <int Count> BRICK_INLINE void burst(int begin) const {
    BRICK_UNROLL
    for (int i = 0; i < Count; ++i)
      stream(first[begin + i], waiting[i]);
  }

  stored* first;
  std::array<stored, Streaming ? in_burst : 0> waiting;
};

template <class T, class Shape, int Lanes> class window;

/// The cells of and around one brick of a field of T (const where the field is only read), in vectors of `Lanes`.
/// The storage is aligned to a vector and the last extent is a whole number of vectors.
template <class T, int... Extent, int Lanes> class window<T, brick_shape<Extent...>, Lanes> {
  using shape = brick_shape<Extent...>;
  static constexpr int here_code = shape::directions / 2;

public:
  using vec = brick::vec<cell_value_t<T>, Lanes>;

  /// `field` is the position of this field among those of the stencil.
  BRICK_INLINE window(T* storage, const sweep_range& range, int field, std::int32_t id)
      : storage(storage), stride(range.strides[field]), here(at_brick(id)),
        neighbours(range.adjacency + std::int64_t(id) * shape::directions) {}

  /// Sets the vector of cells that begins at `cell`, a position in the brick whose last coordinate is a multiple of
  /// Lanes; past the caches if `Streaming`.
  template <bool Streaming, class... Int> BRICK_INLINE void store(vec value, Int... cell) const {
    detail::position at;
    ((at = at.template with<Extent, 0>(cell)), ...);
    stored& place = reinterpret_cast<stored&>((here + at.slowest)[at.others]);
    if constexpr (Streaming)
      stream(place, convert<T>(value));
    else
      place = convert<T>(value);
  }

  /// The stores to plane `at`; past the caches, `Bytes` at a time, if `Streaming`.
  template <bool Streaming, int Bytes = few_lines> BRICK_INLINE auto stores(int at) const {
    return stores_to<Streaming, Bytes>(shape(), at);
  }

  /// The vector `Offset` cells away from `cell`, both multiples of Lanes on the last axis.
  template <int... Offset, class... Int> BRICK_INLINE vec load(Int... cell) const {
    detail::position to;
    ((to = to.template with<Extent, Offset>(cell)), ...);
    return at(to);
  }

  /// The plane `Offset` away from plane `at`, which may itself lie in the brick before or behind on the slowest axis,
  /// but no further with the offset; with the bricks beside it in the directions `Code` of the other axes.
  template <int Offset, int... Code> BRICK_INLINE auto plane(int at) const {
    return plane_of<Offset, Code...>(shape(), at);
  }

private:
  using stored = brick::vec<std::remove_const_t<T>, Lanes>;

  template <bool Streaming, int Bytes, int Slow, int... Rest>
  BRICK_INLINE auto stores_to(brick_shape<Slow, Rest...>, int at) const {
    using rest = brick_shape<Rest...>;
    return plane_stores<Streaming, Bytes, T, rest, Lanes>(here + std::ptrdiff_t(at) * rest::cells);
  }

  template <int Offset, int... Code, int Slow, int... Rest>
  BRICK_INLINE auto plane_of(brick_shape<Slow, Rest...>, int at) const {
    using result_type = brick::plane<T, brick_shape<Rest...>, Lanes>;
    const int beyond = at + Offset < 0 ? -1 : at + Offset >= Slow ? 1 : 0;
    const std::ptrdiff_t first = std::ptrdiff_t(at + Offset - beyond * Slow) * brick_shape<Rest...>::cells;
    const std::int32_t* const around = neighbours + (beyond + 1) * result_type::directions;
    std::array<T*, result_type::directions> rows{};
    ((rows[Code] = at_brick(around[Code]) + first), ...);
    return result_type(rows);
  }

  BRICK_INLINE vec at(const detail::position& to) const {
    T* const base = to.code == here_code ? here : at_brick(neighbours[to.code]);
    return convert<cell_value_t<T>>(reinterpret_cast<const stored&>((base + to.slowest)[to.others]));
  }

  BRICK_INLINE T* at_brick(std::int32_t id) const { return storage + id * stride; }

  T* storage;
  std::int64_t stride; ///< elements from brick to brick
  T* here;
  const std::int32_t* neighbours;
};

/// The global index on an axis of the first cell of brick `id`.
template <class Shape, int Axis> BRICK_INLINE std::int64_t first_cell(const sweep_range& range, std::int32_t id) {
  return range.lattice[std::int64_t(id) * Shape::axes + Axis] * Shape::extents[Axis];
}

/// How many cells of brick `id` along an axis a sweep computes: up to the end of the domain, or to the multiple of
/// `Unit` behind it.
template <class Shape, int Axis, int Unit = 1> BRICK_INLINE int computed(const sweep_range& range, std::int32_t id) {
  constexpr int extent = Shape::template extent<Axis>();
  if (!range.domain) return extent;
  const std::int64_t inside = range.domain[Axis] - first_cell<Shape, Axis>(range, id);
  return static_cast<int>(std::clamp<std::int64_t>((inside + Unit - 1) / Unit * Unit, 0, extent));
}

template <class T, class Shape> class brick_values;

/// Where a reduction puts the values of one brick's cells: contiguous, row-major, aligned as T is.
template <class T, int... Extent> class brick_values<T, brick_shape<Extent...>> {
public:
  BRICK_INLINE explicit brick_values(T* values) : values(values) {}

  /// Stores the vector of values that begins at `cell`.
  template <class V, class... Int> BRICK_INLINE void store(V vector, Int... cell) const {
    detail::position at;
    ((at = at.template with<Extent, 0>(cell)), ...);
    std::memcpy(values + at.slowest + at.others, &vector, sizeof vector);
  }

private:
  T* values;
};

/// What takes the values of the brick that `values` has come to: with a pointer, memory.
template <class T, class Shape> BRICK_INLINE brick_values<T, Shape> values_of_brick(T* values) {
  return brick_values<T, Shape>(values);
}

/// Whether `*brick` lies behind the brick that came before it in the range, on the slowest axis: values at planes that
/// both need are there already.
template <class Shape> BRICK_INLINE bool follows(const sweep_range& range, const std::int32_t* brick) {
  constexpr int before = Shape::directions / 2 - Shape::directions / 3;
  return brick != range.bricks && range.adjacency[std::int64_t(*brick) * Shape::directions + before] == brick[-1];
}

/// The number of a row in a loop over rows, with nothing to tell Clang that the next one is a row further: else it
/// keeps what that row reads again in registers, which are there for what all rows need. GCC, which does so in
/// innermost loops only (BRICK_UNROLL_LATE), finds better addresses if it knows.
BRICK_INLINE std::ptrdiff_t separate_row(std::ptrdiff_t row) {
#if defined(__clang__)
  asm("" : "+r"(row));
#endif
  return row;
}

/// The ids of the bricks to compute, for a range-based for.
BRICK_INLINE const std::int32_t* begin(const sweep_range& range) { return range.bricks; }
BRICK_INLINE const std::int32_t* end(const sweep_range& range) { return range.bricks + range.count; }

} // namespace brick
