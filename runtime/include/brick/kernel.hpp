// SPDX-License-Identifier: MIT
// The prelude of generated code: everything a kernel that brickc emits needs of the runtime. It depends on sweep.hpp
// only, and works with every compiler that has GNU vector extensions and __builtin_shufflevector (GCC 12, Clang 16).
#pragma once

#include "brick/sweep.hpp"
#include "brick/vec.hpp"
#include "brick/vec_integer.hpp"
#include "brick/vec_math.hpp"
#include "brick/window.hpp"
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

/// Put before a loop over constant bounds inside a brick: unrolled in full, so that the neighbour a row belongs to is
/// known at compile time.
#if defined(__clang__)
#define BRICK_UNROLL _Pragma("clang loop unroll(full)")
#else
#define BRICK_UNROLL _Pragma("GCC unroll 1024")
#endif
