// SPDX-License-Identifier: MIT
// How generated code asks compilers, nvcc among them, to inline functions and to unroll loops.
#pragma once

/// Inlined at any optimisation level: vectors wider than the target's registers must not cross a call. For nvcc, a
/// function of the host and of devices.
#if defined(__CUDACC__)
#define BRICK_INLINE __host__ __device__ __forceinline__
#else
#define BRICK_INLINE [[gnu::always_inline]] inline
#endif

/// Put before a loop over constant bounds inside a brick: unrolled in full, so that the neighbour a row belongs to is
/// known at compile time.
#if defined(__CUDACC__)
#define BRICK_UNROLL _Pragma("unroll")
#elif defined(__clang__)
#define BRICK_UNROLL _Pragma("clang loop unroll(full)")
#else
#define BRICK_UNROLL _Pragma("GCC unroll 1024")
#endif

/// Put before a loop of few turns inside another one: unrolled when the compiler has done with the other. GCC does that
/// by itself, and so does not find what turns of the loop around have in common (separate_row).
#if defined(__clang__) || defined(__CUDACC__)
#define BRICK_UNROLL_LATE BRICK_UNROLL
#else
#define BRICK_UNROLL_LATE _Pragma("GCC unroll 1")
#endif

/// Put before a loop that is to stay one.
#if defined(__CUDACC__)
#define BRICK_ROLLED _Pragma("unroll 1")
#elif defined(__clang__)
#define BRICK_ROLLED _Pragma("clang loop unroll(disable)")
#else
#define BRICK_ROLLED _Pragma("GCC unroll 1")
#endif
