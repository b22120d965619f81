// SPDX-License-Identifier: MIT
// Combining neighbouring values in pairs, many pairs at once: by vectors where the operation is one that vectors have,
// with the bits of the operation itself.
#pragma once

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

/// The lanes of two vectors, one behind the other, combined in pairs.
template <vector V, class Operation, std::size_t... Lane>
BRICK_INLINE V combine_lanes(V low, V high, const Operation& operation, std::index_sequence<Lane...>) {
#if BRICK_FOLDS_VECTORS
  return operation.of_vectors(__builtin_shufflevector(low, high, int(2 * Lane)...),
                              __builtin_shufflevector(low, high, int(2 * Lane + 1)...));
#else
  static_assert(sizeof(V) == 0, "not without vectors");
#endif
}

/// The values of as many groups of `Extent`, a power of two, as there are lanes.
template <int Extent, vector V, class T, class Operation>
BRICK_INLINE V fold_in_registers(const T* from, const Operation& operation) {
  if constexpr (Extent == 1) {
    return load_any<V>(from);
  } else {
    const V low = fold_in_registers<Extent / 2, V>(from, operation);
    const V high = fold_in_registers<Extent / 2, V>(from + lanes<V> * (Extent / 2), operation);
    return combine_lanes(low, high, operation, std::make_index_sequence<lanes<V>>());
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
