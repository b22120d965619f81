// SPDX-License-Identifier: MIT
// Combining neighbouring values in pairs, many pairs at once: by vectors where the operation is one that vectors have,
// with the bits of the operation itself.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <utility>

#include "brick/vec_type.hpp"

namespace brick::detail {

// Neither compilers that lack the word for a permutation nor CUDA's have vectors here.
#if defined(__CUDACC__) || !defined(__has_builtin)
#define BRICK_FOLDS_VECTORS 0
#elif !__has_builtin(__builtin_shufflevector)
#define BRICK_FOLDS_VECTORS 0
#else
#define BRICK_FOLDS_VECTORS 1
#endif

#if defined(__AVX512F__)
inline constexpr std::size_t fold_bytes = 64;
#elif defined(__AVX__)
inline constexpr std::size_t fold_bytes = 32;
#else
inline constexpr std::size_t fold_bytes = 16;
#endif

/// Whether `Operation` has `of_vectors(a, b)`, which is itself lane by lane, and T is what vectors are made of.
template <class T, class Operation>
inline constexpr bool folds_vectors =
    BRICK_FOLDS_VECTORS && std::is_arithmetic_v<T> && !std::is_same_v<T, bool> && (sizeof(T) == 4 || sizeof(T) == 8) &&
    requires { typename Operation::has_vectors; };

template <class T> using fold_vector = vec<T, static_cast<int>(fold_bytes / sizeof(T))>;

template <class V, class T> BRICK_INLINE V load_any(const T* from) {
  V result;
  std::memcpy(&result, from, sizeof result);
  return result;
}

/// Each vector of `from`, beginning at the first, combined with the one of `with` there; `to` may be `from`.
template <class T, class Operation>
void combine_rows(const T* from, const T* with, T* to, std::int64_t count, const Operation& operation) {
  std::int64_t i = 0;
  if constexpr (folds_vectors<T, Operation>) {
    using V = fold_vector<T>;
    for (; i + lanes<V> <= count; i += lanes<V>) {
      const V result = operation.of_vectors(load_any<V>(from + i), load_any<V>(with + i));
      std::memcpy(to + i, &result, sizeof result);
    }
  }
  for (; i < count; ++i)
    to[i] = operation(from[i], with[i]);
}

/// Lanes whose numbers differ in bit First alone are neighbours. Where lane `at` of the combination of all neighbours
/// in two vectors comes from: the `odd` or the even one of a pair, counted through both vectors. The bits of its number
/// behind First, up to Last, move down by one, and in the last one's place is which vector it is from: of 8 lanes, with
/// First 0 and Last 2, pairs 0, 1 of the first vector, 0, 1 of the second, 2, 3 of the first, 2, 3 of the second.
template <int First, int Last> constexpr int neighbour(int at, bool odd, int lanes) {
  const int bits = (1 << Last) - (1 << First), vector = at >> (Last - 1) & 1;
  const int moved = (at & bits & ~(1 << (Last - 1))) << 1;
  return (at & ~bits) + moved + (odd << First) + vector * lanes;
}

/// The pairs of neighbouring lanes of two vectors combined, so placed.
template <int First, int Last, vector V, class Operation, std::size_t... Lane>
BRICK_INLINE V combine_neighbours(V low, V high, const Operation& operation, std::index_sequence<Lane...>) {
#if BRICK_FOLDS_VECTORS
  return operation.of_vectors(__builtin_shufflevector(low, high, neighbour<First, Last>(int(Lane), false, lanes<V>)...),
                              __builtin_shufflevector(low, high, neighbour<First, Last>(int(Lane), true, lanes<V>)...));
#else
  static_assert(sizeof(V) == 0, "not without vectors");
#endif
}

/// How many bits number the lanes of a vector.
template <vector V> inline constexpr int lane_bits = std::countr_zero(unsigned(lanes<V>));

/// One vector of each of 1 << Level rows, `stride` values apart, whose neighbours are combined Level times: with all
/// its lane_bits, lane i has the value of row i. Lanes move within 16 bytes, and then 16 bytes as a whole, as one
/// instruction moves them; all even lanes, in order, are two instructions with vectors of 32 bytes.
template <int Level, vector V, class T, class Operation>
BRICK_INLINE V fold_vector_of_rows(const T* from, std::ptrdiff_t stride, const Operation& operation) {
  if constexpr (Level == 0) {
    return load_any<V>(from);
  } else {
    constexpr int within = std::min(lane_bits<V>, std::countr_zero(16 / sizeof(T)));
    constexpr int first = Level <= within ? 0 : within, last = Level <= within ? within : lane_bits<V>;
    const V low = fold_vector_of_rows<Level - 1, V>(from, stride, operation);
    const V high = fold_vector_of_rows<Level - 1, V>(from + (stride << (Level - 1)), stride, operation);
    return combine_neighbours<first, last>(low, high, operation, std::make_index_sequence<lanes<V>>());
  }
}

/// The values of as many rows as there are lanes, `Vectors` of each.
template <int Vectors, vector V, class T, class Operation>
BRICK_INLINE V fold_rows_in_registers(const T* from, std::ptrdiff_t stride, const Operation& operation) {
  if constexpr (Vectors == 1) {
    return fold_vector_of_rows<lane_bits<V>, V>(from, stride, operation);
  } else {
    const V low = fold_rows_in_registers<Vectors / 2, V>(from, stride, operation);
    const V high = fold_rows_in_registers<Vectors / 2, V>(from + Vectors / 2 * lanes<V>, stride, operation);
    return operation.of_vectors(low, high);
  }
}

/// The values of as many groups of `Extent`, a power of two, as there are lanes.
template <int Extent, vector V, class T, class Operation>
BRICK_INLINE V fold_in_registers(const T* from, const Operation& operation) {
  if constexpr (Extent == 1) {
    return load_any<V>(from);
  } else if constexpr (Extent >= lanes<V>) {
    return fold_rows_in_registers<Extent / lanes<V>, V>(from, Extent, operation);
  } else { // lanes of several groups
    const V low = fold_in_registers<Extent / 2, V>(from, operation);
    const V high = fold_in_registers<Extent / 2, V>(from + lanes<V> * (Extent / 2), operation);
    return combine_neighbours<0, lane_bits<V>>(low, high, operation, std::make_index_sequence<lanes<V>>());
  }
}

/// The value of one group.
template <int Extent, class T, class Operation> BRICK_INLINE T fold_group(const T* from, const Operation& operation) {
  if constexpr (Extent == 1)
    return *from;
  else
    return operation(fold_group<Extent / 2>(from, operation), fold_group<Extent / 2>(from + Extent / 2, operation));
}

/// Each `Extent`, a power of two, of the values at `from` combined, by the tree of halves, to one at `to`: `groups` of
/// them. `to` may be `from`.
template <int Extent, class T, class Operation>
void fold_groups_of(const T* from, T* to, std::int64_t groups, const Operation& operation) {
  std::int64_t i = 0;
  if constexpr (folds_vectors<T, Operation>) {
    using V = fold_vector<T>;
    for (; i + lanes<V> <= groups; i += lanes<V>) {
      const V result = fold_in_registers<Extent, V>(from + i * Extent, operation);
      std::memcpy(to + i, &result, sizeof result);
    }
  }
  for (; i < groups; ++i)
    to[i] = fold_group<Extent>(from + i * Extent, operation);
}

} // namespace brick::detail
