// SPDX-License-Identifier: MIT
// The prelude of kernels for devices: what the code of a stencil's body, written for vectors, means for one cell.
// Compiled by nvcc, or by the host compiler where kernels run on the host. Kernels stand in a namespace where `brick`
// means this one, and so find the names of kernel.hpp here. A vector is one value, a mask a bool, and a window gives
// single cells. Operators are the language's, so that a cell's value is bit for bit that of the vector code, except for
// functions of <cmath> that CUDA rounds otherwise than the host's library.
#pragma once

#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "brick/device_range.hpp"
#include "brick/inline.hpp"
#include "brick/position.hpp"

#if defined(__CUDACC__)
/// A kernel that is launched with at most so many threads a block.
#define BRICK_KERNEL(threads) extern "C" __global__ void __launch_bounds__(threads)
#endif

namespace brick::device {

using ::brick::brick_shape;
using ::brick::device_range;

/// Block and thread of the calling thread.
struct place {
  std::int64_t block = 0;
  int thread = 0;
};

#if defined(__CUDACC__)
__device__ __forceinline__ place here() { return {std::int64_t(blockIdx.x), int(threadIdx.x)}; }
#else
/// Kernels that run on the host are told by whoever calls them, thread by thread.
inline thread_local place called_for;
inline place here() { return called_for; }
#endif

template <class T, int Lanes> using vec = T;
template <class T, int Lanes> using mask = bool;

template <class V> BRICK_INLINE V broadcast(V value) { return value; }
template <class V> BRICK_INLINE V count_from(V first) { return first; }
template <class T> BRICK_INLINE bool mask_for(bool condition) { return condition; }
template <class M> BRICK_INLINE bool broadcast_mask(bool condition) { return condition; }
template <class V, class A, class B> BRICK_INLINE V select(bool condition, A when_true, B when_false) {
  return condition ? V(when_true) : V(when_false);
}

/// The value converted to T as static_cast does; 0 where an integer cannot hold it.
template <class T, class From> BRICK_INLINE T convert(From value) {
  if constexpr (std::is_floating_point_v<From> && std::is_integral_v<T>) {
    constexpr From limit = -From(std::numeric_limits<T>::min());
    constexpr bool holds_fractions = std::numeric_limits<From>::digits > std::numeric_limits<T>::digits;
    const bool fits = holds_fractions ? value > -limit - 1 && value < limit : value >= -limit && value < limit;
    return fits ? static_cast<T>(value) : T(0);
  } else {
    return static_cast<T>(value);
  }
}

/// Integer arithmetic that has a result for all operands: see vec_integer.hpp.
namespace integer {
template <class T> using bits_t = std::make_unsigned_t<T>;

template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T add(A a, B b) {
  return T(bits_t<T>(a) + bits_t<T>(b));
}
template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T sub(A a, B b) {
  return T(bits_t<T>(a) - bits_t<T>(b));
}
template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T mul(A a, B b) {
  return T(bits_t<T>(a) * bits_t<T>(b));
}
template <class T> BRICK_INLINE T negate(T a) { return sub(T(0), a); }

/// Whether a quotient exists.
template <class T> BRICK_INLINE bool divides(T dividend, T divisor) {
  return divisor != 0 && !(divisor == -1 && dividend == std::numeric_limits<T>::min());
}
template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T div(A a, B b) {
  return divides<T>(a, b) ? T(a) / T(b) : T(a);
}
template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T rem(A a, B b) {
  return divides<T>(a, b) ? T(a) % T(b) : T(0);
}

template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T shl(A a, B count) {
  return T(bits_t<T>(a) << (count & (8 * sizeof(T) - 1)));
}
template <class A, class B, class T = std::common_type_t<A, B>> BRICK_INLINE T shr(A a, B count) {
  return T(a) >> (count & (8 * sizeof(T) - 1));
}
} // namespace integer

/// The functions of <cmath>; minima and maxima as in vec_math.hpp.
namespace math {
template <class T> BRICK_INLINE T first_if_less(T x, std::type_identity_t<T> y) { return x < y ? x : y; }
template <class T> BRICK_INLINE T first_if_greater(T x, std::type_identity_t<T> y) { return x > y ? x : y; }
template <class T> BRICK_INLINE T fmin(T x, std::type_identity_t<T> y) { return y == y ? first_if_less(x, y) : x; }
template <class T> BRICK_INLINE T fmax(T x, std::type_identity_t<T> y) { return y == y ? first_if_greater(x, y) : x; }
template <class T> BRICK_INLINE T fma(T a, std::type_identity_t<T> b, std::type_identity_t<T> c) {
  return std::fma(a, b, c);
}

#define BRICK_FUNCTION_1(name)                                                                                         \
  template <class T> BRICK_INLINE T name(T x) { return std::name(x); }
#define BRICK_FUNCTION_2(name)                                                                                         \
  template <class T> BRICK_INLINE T name(T x, std::type_identity_t<T> y) { return std::name(x, y); }
BRICK_FUNCTION_1(fabs)
BRICK_FUNCTION_1(sqrt)
BRICK_FUNCTION_1(cbrt)
BRICK_FUNCTION_1(exp)
BRICK_FUNCTION_1(exp2)
BRICK_FUNCTION_1(expm1)
BRICK_FUNCTION_1(log)
BRICK_FUNCTION_1(log2)
BRICK_FUNCTION_1(log10)
BRICK_FUNCTION_1(log1p)
BRICK_FUNCTION_1(sin)
BRICK_FUNCTION_1(cos)
BRICK_FUNCTION_1(tan)
BRICK_FUNCTION_1(asin)
BRICK_FUNCTION_1(acos)
BRICK_FUNCTION_1(atan)
BRICK_FUNCTION_1(sinh)
BRICK_FUNCTION_1(cosh)
BRICK_FUNCTION_1(tanh)
BRICK_FUNCTION_1(asinh)
BRICK_FUNCTION_1(acosh)
BRICK_FUNCTION_1(atanh)
BRICK_FUNCTION_1(erf)
BRICK_FUNCTION_1(erfc)
BRICK_FUNCTION_1(tgamma)
BRICK_FUNCTION_1(lgamma)
BRICK_FUNCTION_1(floor)
BRICK_FUNCTION_1(ceil)
BRICK_FUNCTION_1(trunc)
BRICK_FUNCTION_1(round)
BRICK_FUNCTION_1(nearbyint)
BRICK_FUNCTION_1(rint)
BRICK_FUNCTION_2(copysign)
BRICK_FUNCTION_2(pow)
BRICK_FUNCTION_2(atan2)
BRICK_FUNCTION_2(hypot)
BRICK_FUNCTION_2(fmod)
BRICK_FUNCTION_2(fdim)
BRICK_FUNCTION_2(remainder)
#undef BRICK_FUNCTION_1
#undef BRICK_FUNCTION_2
} // namespace math
namespace vector_math = math;

/// An entry of a table that no kernel changes: need not be read again after a store. For cells __restrict says so, and
/// lets nvcc share what it reads, which it does not do with this function.
template <class T> BRICK_INLINE T read_only(const T* at) {
#if defined(__CUDA_ARCH__)
  return __ldg(at);
#else
  return *at;
#endif
}

/// The brick that the calling thread's block computes.
template <class Range> BRICK_INLINE std::int32_t brick_of(const Range& range, const place& at) {
  return read_only(range.bricks + at.block);
}

/// The global index on an axis of the first cell of brick `id`.
template <class Shape, int Axis, class Range>
BRICK_INLINE std::int64_t first_cell(const Range& range, std::int32_t id) {
  return read_only(range.lattice + std::int64_t(id) * Shape::axes + Axis) * Shape::template extent<Axis>();
}

template <class Shape> class wanted_cells;

/// Which cells of a brick are to be written.
template <int... Extent> class wanted_cells<brick_shape<Extent...>> {
public:
  template <class Range> BRICK_INLINE wanted_cells(const Range& range, std::int32_t id) {
    constexpr int axes = sizeof...(Extent), extents[] = {Extent...};
    BRICK_UNROLL
    for (int axis = 0; axis < axes; ++axis) {
      const std::int64_t first = read_only(range.lattice + std::int64_t(id) * axes + axis) * extents[axis];
      low[axis] = clamped(range.low[axis] - first, extents[axis]);
      high[axis] = clamped(range.high[axis] - first, extents[axis]);
    }
  }

  /// Whether they are all.
  BRICK_INLINE bool are_all() const {
    constexpr int extents[] = {Extent...};
    bool all = true;
    BRICK_UNROLL
    for (int axis = 0; axis < int(sizeof...(Extent)); ++axis)
      all = all && low[axis] == 0 && high[axis] == extents[axis];
    return all;
  }

  template <class... Int> BRICK_INLINE bool contain(Int... cell) const {
    int axis = 0;
    bool inside = true;
    ((inside = inside && low[axis] <= cell && cell < high[axis], ++axis), ...);
    return inside;
  }

private:
  BRICK_INLINE static int clamped(std::int64_t value, int most) {
    return value < 0 ? 0 : value < most ? int(value) : most;
  }

  int low[sizeof...(Extent)], high[sizeof...(Extent)];
};

/// The cells at one place in the planes of the slowest axis, of a brick and of those before and behind it. Where a
/// plane is known to the compiler, so is which of them it lies in.
template <class T, int Planes, int CellsOfPlane> class column {
public:
  BRICK_INLINE column(T* before, T* here, T* behind) : before(before), here(here), behind(behind) {}

  /// The value `Offset` planes away from plane `at` of the brick.
  template <int Offset> BRICK_INLINE std::remove_const_t<T> load(int at) const {
    const int beyond = ::brick::detail::side<Planes, Offset>(at);
    T* const base = beyond < 0 ? before : beyond > 0 ? behind : here;
    return base[(at + Offset - beyond * Planes) * CellsOfPlane];
  }

private:
  T *before, *here, *behind;
};

template <class T, class Shape> class window;

/// The cells of and around one brick of a field of T (const where the field is only read).
template <class T, int Slow, int... Rest> class window<T, brick_shape<Slow, Rest...>> {
  using shape = brick_shape<Slow, Rest...>;
  static constexpr int here_code = shape::directions / 2, code_of_plane = shape::directions / 3;

public:
  template <class Range>
  BRICK_INLINE window(T* storage, const Range& range, int field, std::int32_t id)
      : storage(storage), stride(range.strides[field]), here(storage + id * stride),
        neighbours(range.adjacency + std::int64_t(id) * shape::directions) {}

  /// A cell of the brick.
  template <class... Int> BRICK_INLINE T& operator()(int slow, Int... rest) const {
    int at = slow;
    ((at = at * Rest + rest), ...);
    return here[at];
  }

  /// The value `Offset` cells away from a cell of the brick, of one axis.
  template <int Offset> BRICK_INLINE std::remove_const_t<T> load(int cell) const {
    return column_at<shape::cells / Slow>({}).template load<Offset>(cell);
  }

  /// The cells `Offset` away from a place in the planes, on the axes but the slowest.
  template <int... Offset, class... Int> BRICK_INLINE auto at(Int... rest) const {
    ::brick::detail::position to{0, 0, 0, false};
    ((to = to.template with<Rest, Offset>(rest)), ...);
    return column_at<shape::cells / Slow>(to);
  }

private:
  template <int CellsOfPlane>
  BRICK_INLINE column<T, Slow, CellsOfPlane> column_at(const ::brick::detail::position& to) const {
    T* const before = at_brick(to.code) + to.others;
    T* const inside = (to.code == here_code - code_of_plane ? here : at_brick(to.code + code_of_plane)) + to.others;
    T* const behind = at_brick(to.code + 2 * code_of_plane) + to.others;
    return {before, inside, behind};
  }

  BRICK_INLINE T* at_brick(int code) const { return storage + read_only(neighbours + code) * stride; }

  T* storage;
  std::int64_t stride; ///< elements from brick to brick
  T* here;
  const std::int32_t* neighbours;
};

template <class T, class Shape> class brick_values;

/// Where a reduction puts the values of the cells of a block's brick.
template <class T, int... Extent> class brick_values<T, brick_shape<Extent...>> {
public:
  BRICK_INLINE brick_values(T* values, const place& at) : values(values + at.block * brick_shape<Extent...>::cells) {}

  template <class... Int> BRICK_INLINE void store(T value, Int... cell) const {
    int at = 0;
    ((at = at * Extent + cell), ...);
    values[at] = value;
  }

private:
  T* values;
};

} // namespace brick::device

/// Kernels.
namespace brick::kernels {

namespace brick = ::brick::device;

/// Specialised by brickc with the kernel of a stencil for the host, `run`.
template <auto Entity> struct on_host;

} // namespace brick::kernels
