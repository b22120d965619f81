// SPDX-License-Identifier: MIT
// The prelude of generated code: everything a kernel that brickc emits needs of the runtime. It depends on sweep.hpp
// only, and works with every compiler that has GNU vector extensions and __builtin_shufflevector (GCC 12, Clang 16).
#pragma once

#include "brick/outer_cells.hpp"
#include "brick/prefetch.hpp"
#include "brick/sweep.hpp"
#include "brick/vec.hpp"
#include "brick/vec_integer.hpp"
#include "brick/vec_libmvec.hpp"
#include "brick/vec_math.hpp"
#include "brick/window.hpp"
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
